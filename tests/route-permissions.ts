/** Which permission a route asks for, said a second time: one that is opened by a wider one has to say so here. */

/** What every resource has under its address, and the button it belongs to. */
export const VERB_OF: Readonly<Record<string, string>> = {
  queryById: 'list',
  related: 'list',
  rootList: 'list',
  childList: 'list',
  preview: 'list',
  found: 'list',
  sort: 'edit',
  deleteBatch: 'delete',
  deleteByQuery: 'delete',
  exportXls: 'export',
  exportTask: 'export',
  importTemplate: 'import',
  importExcel: 'import',
}

/** The permissions of all others whose address has another word for it. */
export const UNDER_ANOTHER_NAME = `
  DELETE /sys/dict/deletePhysic/:id system:dict:deleteRecycleBin
  DELETE /sys/gatewayRoute/delete system:gatewayRoute:delete
  DELETE /sys/gatewayRoute/deleteRecycleBin system:gatewayRoute:recycleBin
  DELETE /sys/permission/deletePermissionRule system:permission:deleteRule
  DELETE /sys/position/removePositionUser system:user:edit
  DELETE /sys/sysDepartRole/delete system:depart:role:delete
  DELETE /sys/sysDepartRole/deleteBatch system:depart:role:delete
  DELETE /sys/user/deleteUserInDepartBatch system:user:deleteUserInDepart
  DELETE /sys/user/deleteUserRole system:user:deleteRole
  DELETE /sys/user/deleteUserRoleBatch system:user:deleteRole
  GET /actuator/httptrace system:monitor:list
  GET /actuator/jeecghttptrace/:kind system:monitor:list
  GET /actuator/jeecghttptrace/:kind/ system:monitor:list
  GET /actuator/jeecghttptrace/:kind/:field/:order system:monitor:list
  GET /actuator/metrics/:name system:monitor:list
  GET /online/cgform/head/plan online:form:list
  GET /online/cgreport/head/parseSql online:report:list
  GET /online/cgreport/item/listByHeadId online:report:list
  GET /online/cgreport/param/listByHeadId online:report:list
  GET /rental/deviceMap/cities rental:deviceMap:list
  GET /rental/deviceMap/devices rental:deviceMap:list
  GET /rental/deviceMap/tiles rental:deviceMap:list
  GET /sys/actuator/memory/info system:monitor:list
  GET /sys/actuator/redis/info system:monitor:list
  GET /sys/actuator/redis/infoForReport system:monitor:list
  GET /sys/actuator/redis/keysSize system:monitor:list
  GET /sys/actuator/redis/keysSizeForReport system:monitor:list
  GET /sys/actuator/redis/memoryForReport system:monitor:list
  GET /sys/actuator/redis/memoryInfo system:monitor:list
  GET /sys/actuator/redis/metrics/history system:monitor:list
  GET /sys/actuator/redis/queryDiskInfo system:monitor:list
  GET /sys/category/getChildListBatch system:category:list
  GET /sys/chat/:name/doctor system:chat:doctor
  GET /sys/dict/deleteList system:dict:deleteRecycleBin
  GET /sys/dictItem/dictItemCheck system:dict:list
  GET /sys/fillRule/testFillRule system:fillRule:list
  GET /sys/gatewayRoute/clearRedis system:gatewayRoute:list
  GET /sys/gatewayRoute/copyRoute system:gatewayRoute:add
  GET /sys/gatewayRoute/deleteList system:gatewayRoute:recycleBin
  GET /sys/gatewayRoute/list system:gatewayRoute:list
  GET /sys/health/problems system:monitor:list
  GET /sys/online/list system:online:list
  GET /sys/permission/checkPermDuplication system:permission:list
  GET /sys/permission/getPermRuleListByPermId system:permission:list
  GET /sys/permission/getSystemMenuList system:permission:list
  GET /sys/permission/getSystemSubmenu system:permission:list
  GET /sys/permission/getSystemSubmenuBatch system:permission:list
  GET /sys/permission/queryDepartPermission system:depart:list
  GET /sys/permission/queryListAsync system:permission:list
  GET /sys/permission/queryPermissionRule system:permission:list
  GET /sys/permission/queryRolePermission system:role:list
  GET /sys/permission/queryTreeList system:permission:list
  GET /sys/position/getPositionUserList system:position:list
  GET /sys/role/checkRoleCode system:role:list
  GET /sys/role/datarule/:permissionId/:roleId system:role:list
  GET /sys/savedQuery/roles system:savedQuery:share
  GET /sys/sysDepartPermission/datarule/:permissionId/:departId system:depart:role:list
  GET /sys/sysDepartPermission/queryDeptRolePermission system:depart:role:list
  GET /sys/sysDepartPermission/queryTreeListForDeptRole system:depart:role:list
  GET /sys/sysDepartRole/datarule/:permissionId/:departId/:roleId system:depart:role:list
  GET /sys/sysDepartRole/getDeptRoleByUserId system:depart:role:list
  GET /sys/sysDepartRole/getDeptRoleList system:depart:role:list
  GET /sys/sysDepartRole/list system:depart:role:list
  GET /sys/sysDepartRole/queryById system:depart:role:list
  GET /sys/sysTenantPack/queryPermission system:tenantPack:list
  GET /sys/tenant/getTenantUserList system:tenant:list
  GET /sys/tenant/queryList system:tenant:list
  GET /sys/tenant/userList system:tenant:list
  GET /sys/user/listAll system:user:list
  GET /sys/user/queryByOrgCode system:address:list
  GET /sys/user/queryByOrgCodeForAddressList system:address:list
  GET /sys/user/queryDepartUserByOrgCode system:address:list
  GET /sys/user/queryUserRole system:user:list
  GET /sys/user/userDepartList system:user:list
  GET /sys/user/userRoleList system:role:list
  POST /online/cgform/head/stop online:form:publish
  POST /online/cgform/head/takeBack online:form:publish
  POST /online/cgreport/api/testConnection system:datasource:list
  POST /online/cgreport/head/toMenu online:report:edit
  POST /rental/advertisement/submit rental:advertisement:edit
  POST /rental/advertisement/takeDown rental:advertisement:shelve
  POST /rental/agentApply/withdraw rental:agentApply:edit
  POST /rental/banner/putOn rental:banner:shelve
  POST /rental/banner/takeOff rental:banner:shelve
  POST /rental/blindBox/takeDown rental:blindBox:publish
  POST /rental/card/copy rental:card:add
  POST /rental/card/putOn rental:card:shelve
  POST /rental/card/takeOff rental:card:shelve
  POST /rental/commonProblem/putOn rental:commonProblem:shelve
  POST /rental/commonProblem/takeOff rental:commonProblem:shelve
  POST /rental/complaint/reopen rental:complaint:accept
  POST /rental/complaint/takeOver rental:complaint:accept
  POST /rental/device/eject rental:device:command
  POST /rental/device/inspect rental:device:command
  POST /rental/device/lockSlot rental:device:command
  POST /rental/device/openSlot rental:device:command
  POST /rental/device/reboot rental:device:command
  POST /rental/device/restore rental:device:repair
  POST /rental/device/unbind rental:device:transfer
  POST /rental/device/upgrade rental:device:command
  POST /rental/deviceNumber/qrCodes rental:deviceNumber:export
  POST /rental/driverCar/disable rental:driverCar:switch
  POST /rental/driverCar/enable rental:driverCar:switch
  POST /rental/driverCar/resubmit rental:driverCar:edit
  POST /rental/driverMessage/disable rental:driverMessage:switch
  POST /rental/driverMessage/enable rental:driverMessage:switch
  POST /rental/driverMessage/resubmit rental:driverMessage:edit
  POST /rental/notice/revoke rental:notice:publish
  POST /rental/onceCard/copy rental:onceCard:add
  POST /rental/onceCard/putOn rental:onceCard:shelve
  POST /rental/onceCard/takeOff rental:onceCard:shelve
  POST /rental/rechargeSetting/putOn rental:rechargeSetting:shelve
  POST /rental/rechargeSetting/takeOff rental:rechargeSetting:shelve
  POST /rental/trend/revoke rental:trend:publish
  POST /rental/trend/top rental:trend:edit
  POST /rental/trend/untop rental:trend:edit
  POST /rental/userCard/adjustTimes rental:userCard:adjust
  POST /rental/userCard/extend rental:userCard:adjust
  POST /rental/userCard/resume rental:userCard:pause
  POST /rental/userCard/retryRefund rental:userCard:refund
  POST /rental/userCard/unfreeze rental:userCard:freeze
  POST /rental/userMessage/reopen rental:userMessage:close
  POST /rental/userMessage/unfreeze rental:userMessage:freeze
  POST /rental/userWithdrawal/settle rental:userWithdrawal:pay
  POST /sys/annountCement/editIzTop system:sysAnnouncement:edit
  POST /sys/annountCement/pin system:sysAnnouncement:edit
  POST /sys/annountCement/release system:sysAnnouncement:doReleaseData
  POST /sys/annountCement/revoke system:sysAnnouncement:doReovkeData
  POST /sys/annountCement/unpin system:sysAnnouncement:edit
  POST /sys/chat/:name/doctor/message system:chat:doctor
  POST /sys/dict/back/:id system:dict:deleteRecycleBin
  POST /sys/dict/putRecycleBin system:dict:deleteRecycleBin
  POST /sys/gatewayRoute/putRecycleBin system:gatewayRoute:recycleBin
  POST /sys/gatewayRoute/updateAll system:gatewayRoute:edit
  POST /sys/message/sysMessageTemplate/apply system:sysMessageTemplate:edit
  POST /sys/message/sysMessageTemplate/sendMsg system:sysMessageTemplate:send
  POST /sys/message/sysMessageTemplate/sendTest system:sysMessageTemplate:send
  POST /sys/message/sysMessageTemplate/stop system:sysMessageTemplate:edit
  POST /sys/online/forceLogout system:online:forceLogout
  POST /sys/oss/file/keep system:ossFile:upload
  POST /sys/permission/addPermissionRule system:permission:addRule
  POST /sys/permission/editPermissionRule system:permission:editRule
  POST /sys/permission/saveDepartPermission system:permission:saveDepart
  POST /sys/permission/saveRolePermission system:permission:saveRole
  POST /sys/position/savePositionUser system:user:edit
  POST /sys/role/datarule system:permission:saveRole
  POST /sys/sysDepartPermission/datarule system:permission:saveDepart
  POST /sys/sysDepartPermission/saveDeptRolePermission system:depart:role:edit
  POST /sys/sysDepartRole/add system:depart:role:add
  POST /sys/sysDepartRole/datarule system:depart:role:edit
  POST /sys/sysDepartRole/deptRoleUserAdd system:depart:role:userAdd
  POST /sys/sysDepartRole/edit system:depart:role:edit
  POST /sys/sysGatewayRoute/copy system:gatewayRoute:add
  POST /sys/sysRoleIndex/add system:role:edit
  POST /sys/sysRoleIndex/edit system:role:edit
  POST /sys/sysTenantPack/savePermission system:tenantPack:grant
  POST /sys/tenant/leaveTenant system:user:edit
  POST /sys/thirdAccount/bind system:thirdAccount:edit
  POST /sys/upload/uploadMinio system:ossFile:upload
  POST /sys/user/addSysUserRole system:user:addUserRole
  POST /sys/user/changePassword system:user:changepwd
  POST /sys/user/editSysDepartWithUser system:user:editDepartWithUser
  POST /sys/user/freeze system:user:frozenBatch
  POST /sys/user/leaveTenant system:user:edit
  POST /sys/user/unfreeze system:user:frozenBatch
  PUT /sys/annountCement/editIzTop system:sysAnnouncement:edit
  PUT /sys/dict/back/:id system:dict:deleteRecycleBin
  PUT /sys/dict/putRecycleBin system:dict:deleteRecycleBin
  PUT /sys/gatewayRoute/putRecycleBin system:gatewayRoute:recycleBin
  PUT /sys/permission/editPermissionRule system:permission:editRule
  PUT /sys/sysDepartRole/edit system:depart:role:edit
  PUT /sys/sysRoleIndex/edit system:role:edit
  PUT /sys/sysRoleIndex/updateDefIndex system:role:edit
  PUT /sys/tenant/leaveTenant system:user:edit
  PUT /sys/user/changePassword system:user:changepwd
`
