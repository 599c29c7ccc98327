/**
 * The addresses of JeecgBoot's contract, one a line: who calls it, how, and, when this server has it not, why. Read from the
 * sources of both clients and of their servers.
 *
 * `both`, `old` (ant-design-vue-jeecg 3.4.3), `new` (jeecgboot-vue3 3.9.3): whose source names it. `none`: servers have it, no
 * page asks for it. `dead`: a client names it, no open server answers it.
 */
const LINES = `
# 2 登录与账号
both GET /sys/randomImage/:key
both POST /sys/login
both POST /sys/phoneLogin
both POST /sys/sms
new POST /sys/smsCheckCaptcha
both GET,POST /sys/logout
new GET /sys/user/getUserInfo
both PUT,POST /sys/selectDepart
both GET /sys/user/getCurrentUserDeparts
both PUT,POST /sys/user/updatePassword
old GET /sys/getEncryptedString
none POST /sys/checkCaptcha
none POST /sys/mLogin
new POST /sys/loginGetUserDeparts
both GET /sys/loginfo
both GET /sys/visitInfo
dead GET /auth/2step-code -- no server has ever answered it; the client goes on without
both GET /sys/user/checkOnlyUser
both POST /sys/user/register
both POST /sys/user/phoneVerification
both GET /sys/user/passwordChange
both GET,POST /sys/cas/client/validateLogin
new GET /sys/getLoginQrcode -- signing in by a scanned picture: whoever shows the picture to somebody is signed in as them
none POST /sys/scanLoginQrcode -- signing in by a scanned picture: whoever shows the picture to somebody is signed in as them
new GET /sys/getQrcodeToken -- signing in by a scanned picture: whoever shows the picture to somebody is signed in as them
new POST /sys/sendChangePwdSms
new GET /sys/user/verifyIzDefaultPwd
new PUT /sys/user/resetPassword
new GET /sys/user/login/setting/getUserData
new POST /sys/user/login/setting/userEdit
new PUT /sys/user/changePhone
new POST /sys/user/sendChangePhoneSms
none PUT /sys/user/changeLoginTenantId
new PUT /sys/user/updateMobile
new PUT /sys/user/updatePasswordNotBindPhone
new POST /sys/user/sendLogOffPhoneSms -- accounts are opened and closed by administrators, not by their owners
dead PUT /sys/user/userLogOff -- accounts are opened and closed by administrators, not by their owners
none GET /sys/checkAuth -- signing in by a scanned picture: whoever shows the picture to somebody is signed in as them
new GET /sys/version/app3version -- there is no app to download
# 3 聊天软件登录
both GET /sys/thirdLogin/oauth2/:source/login
both GET /sys/thirdLogin/oauth2/:source/callback
both GET /sys/thirdLogin/getLoginUser/:token/:thirdType
both GET /sys/thirdLogin/getLoginUser/:token/:thirdType/:tenantId
new GET /sys/thirdLogin/get/corpId/clientId
new GET /sys/thirdLogin/oauth2/dingding/login -- the page hands the code to /sys/thirdLogin/exchange and stays where it is; the redirect login is /sys/thirdLogin/oauth2/dingtalk/login
both GET /sys/thirdLogin/render/:source
both GET,POST /sys/thirdLogin/:source/callback
both POST /sys/thirdLogin/bindingThirdPhone
none POST /sys/thirdLogin/user/create -- an unknown chat account is bound by a phone code or by name and password (bindingThirdPhone, bindingThirdUser); the window never hands over what these two need
none POST /sys/thirdLogin/user/checkPassword -- an unknown chat account is bound by a phone code or by name and password (bindingThirdPhone, bindingThirdUser); the window never hands over what these two need
dead POST /sys/third/user/create -- an unknown chat account is bound by a phone code or by name and password (bindingThirdPhone, bindingThirdUser); the window never hands over what these two need
dead POST /sys/third/user/checkPassword -- an unknown chat account is bound by a phone code or by name and password (bindingThirdPhone, bindingThirdUser); the window never hands over what these two need
new PUT /sys/thirdLogin/registerBindThirdAccount -- an unknown chat account is bound by a phone code or by name and password (bindingThirdPhone, bindingThirdUser); the window never hands over what these two need
dead POST /sys/thirdSms -- no server has ever answered it; /sys/sms is meant
both GET /sys/thirdApp/getEnabledType
new GET /sys/thirdApp/getThirdConfigByTenantId -- chats are set up in the settings of the server (docs/settings.md): their secrets stay out of the database
new POST /sys/thirdApp/addThirdAppConfig -- chats are set up in the settings of the server (docs/settings.md): their secrets stay out of the database
new PUT,POST /sys/thirdApp/editThirdAppConfig -- chats are set up in the settings of the server (docs/settings.md): their secrets stay out of the database
new DELETE /sys/thirdApp/deleteThirdAppConfig -- chats are set up in the settings of the server (docs/settings.md): their secrets stay out of the database
new GET /sys/thirdApp/getThirdAccountByUserId
new POST /sys/thirdApp/bindThirdAppAccount
new DELETE /sys/thirdApp/deleteThirdAccount
both GET /sys/thirdApp/sync/:app/:what/:direction -- people and departments are kept here; chats tell of leavers by callback
new GET /sys/thirdApp/getThirdUserByWechat -- people and departments are kept here; chats tell of leavers by callback
new GET /sys/thirdApp/getThirdUserBindByWechat -- people and departments are kept here; chats tell of leavers by callback
old POST /sys/thirdApp/sendMessageTest -- a test message to oneself is part of the check of a chat (/sys/chat/{name}/doctor/message)
old POST /sys/thirdApp/recallMessageTest -- a test message to oneself is part of the check of a chat (/sys/chat/{name}/doctor/message)
# 4 菜单与权限
both GET /sys/permission/getUserPermissionByToken
new GET /sys/permission/getPermCode
both GET /sys/permission/list
both GET /sys/permission/getSystemMenuList
both GET /sys/permission/getSystemSubmenu
old GET /sys/permission/getSystemSubmenuBatch
old GET /sys/permission/queryTreeList
old GET /sys/permission/queryListAsync
both GET /sys/permission/queryRolePermission
both POST /sys/permission/saveRolePermission
both GET /sys/permission/queryDepartPermission
both POST /sys/permission/saveDepartPermission
new GET /sys/permission/checkPermDuplication
both POST /sys/permission/add
both PUT,POST /sys/permission/edit
both DELETE /sys/permission/delete
both DELETE /sys/permission/deleteBatch
old GET /sys/permission/getPermRuleListByPermId
both GET /sys/permission/queryPermissionRule
both POST /sys/permission/addPermissionRule
both PUT,POST /sys/permission/editPermissionRule
both DELETE /sys/permission/deletePermissionRule
dead GET /sys/permission/loadAllRoleIds -- no server answers it
both GET /sys/role/datarule/:permissionId/:roleId
both POST /sys/role/datarule
both GET /sys/sysDepartPermission/datarule/:permissionId/:departId
both POST /sys/sysDepartPermission/datarule
both GET /sys/sysDepartRole/datarule/:permissionId/:departId/:roleId
both POST /sys/sysDepartRole/datarule
# 6.1 用户
both GET /sys/user/list
both POST /sys/user/add
both PUT,POST /sys/user/edit
both DELETE /sys/user/delete
both DELETE /sys/user/deleteBatch
none GET /sys/user/queryById
both GET /sys/user/exportXls
both POST /sys/user/importExcel
new GET /sys/user/listAll
both PUT /sys/user/frozenBatch
both PUT /sys/user/changePassword
both GET /sys/user/queryUserRole
both GET /sys/user/userDepartList
old GET /sys/user/generateUserId
both GET /sys/user/queryUserByDepId
both GET /sys/user/queryUserComponentData
both GET /sys/user/getMultiUser
old GET /sys/user/queryByIds
none GET /sys/user/queryByNames
both GET /sys/user/userRoleList
both POST /sys/user/addSysUserRole
both DELETE /sys/user/deleteUserRole
both DELETE /sys/user/deleteUserRoleBatch
both GET /sys/user/departUserList
both POST /sys/user/editSysDepartWithUser
old DELETE /sys/user/deleteUserInDepart
both DELETE /sys/user/deleteUserInDepartBatch
both GET /sys/user/recycleBin
both PUT /sys/user/putRecycleBin
both DELETE /sys/user/deleteRecycleBin
old GET /sys/user/queryByOrgCodeForAddressList
none GET /sys/user/queryByOrgCode
new GET /sys/user/queryDepartPostByOrgCode
new GET /sys/user/queryDepartUserByOrgCode
new GET /sys/user/getUploadFileProgress
none GET /sys/user/getUserSectionInfoByToken -- of the mobile app and the low-code platform; no page of either client that we have asks for it
none GET /sys/user/saveClientId -- of the mobile app and the low-code platform; no page of either client that we have asks for it
none GET /sys/user/appUserList -- of the mobile app and the low-code platform; no page of either client that we have asks for it
new PUT,POST /sys/user/appEdit -- of the mobile app and the low-code platform; no page of either client that we have asks for it
none GET /sys/user/appQueryByDepartId -- of the mobile app and the low-code platform; no page of either client that we have asks for it
none GET /sys/user/appQueryUser -- of the mobile app and the low-code platform; no page of either client that we have asks for it
none GET /sys/user/queryChildrenByUsername -- of the mobile app and the low-code platform; no page of either client that we have asks for it
new GET /sys/user/selectUserList -- of the mobile app and the low-code platform; no page of either client that we have asks for it
none GET /sys/user/getUserDetailByUserId -- of the mobile app and the low-code platform; no page of either client that we have asks for it
none GET /sys/user/searchByKeyword -- of the mobile app and the low-code platform; no page of either client that we have asks for it
new GET /sys/user/getQuitList -- nobody is kept as having quit: who leaves is frozen, deleted, or taken out of the tenant
new PUT /sys/user/putCancelQuit -- nobody is kept as having quit: who leaves is frozen, deleted, or taken out of the tenant
dead PUT /sys/user/userQuitAgent -- no server answers it
none PUT /sys/user/batchEditUsers -- of the mobile app and the low-code platform; no page of either client that we have asks for it
new POST /sys/user/addTenantUser -- nobody asks to join a tenant or is invited: administrators put people into tenants
new PUT,POST /sys/user/editTenantUser -- nobody asks to join a tenant or is invited: administrators put people into tenants
new GET /sys/user/groupUserList -- there are no groups of users; roles are what people have in common
new POST /sys/user/addSysUserGroup -- there are no groups of users; roles are what people have in common
new DELETE /sys/user/deleteGroupUser -- there are no groups of users; roles are what people have in common
new DELETE /sys/user/deleteUserGroupBatch -- there are no groups of users; roles are what people have in common
new PUT /sys/user/changeDepartChargePerson -- who leads a department is said in its form (directorUserIds) and in the user’s
new GET /sys/user/getUpdateDepartInfo -- who leads a department is said in its form (directorUserIds) and in the user’s
new PUT /sys/user/doUpdateDepartInfo -- who leads a department is said in its form (directorUserIds) and in the user’s
new GET /sys/user/queryDepartPostUserPageList -- of the mobile app and the low-code platform; no page of either client that we have asks for it
both GET /sys/sysUserAgent/queryByUserName
old POST /sys/sysUserAgent/add
old PUT /sys/sysUserAgent/edit
# 6.2 角色
both GET /sys/role/list
both POST /sys/role/add
both PUT,POST /sys/role/edit
both DELETE /sys/role/delete
both DELETE /sys/role/deleteBatch
none GET /sys/role/queryById
both GET /sys/role/exportXls
both POST /sys/role/importExcel
both GET /sys/role/queryall
new GET /sys/role/queryallNoByTenant
both GET /sys/role/checkRoleCode
both GET /sys/role/queryTreeList
new GET /sys/role/listByTenant -- the list of roles is that of one’s tenant
none GET /sys/role/queryPageRoleCount -- the list of roles is that of one’s tenant
new GET /sys/sysRoleIndex/list -- everybody has the same home page, filled with what they may see; add and edit say so
new POST /sys/sysRoleIndex/add
new PUT,POST /sys/sysRoleIndex/edit
new DELETE /sys/sysRoleIndex/delete -- everybody has the same home page, filled with what they may see; add and edit say so
new DELETE /sys/sysRoleIndex/deleteBatch -- everybody has the same home page, filled with what they may see; add and edit say so
none GET /sys/sysRoleIndex/queryById -- everybody has the same home page, filled with what they may see; add and edit say so
none GET /sys/sysRoleIndex/exportXls -- everybody has the same home page, filled with what they may see; add and edit say so
none POST /sys/sysRoleIndex/importExcel -- everybody has the same home page, filled with what they may see; add and edit say so
new GET /sys/sysRoleIndex/queryByCode
new GET /sys/sysRoleIndex/queryDefIndex
new PUT /sys/sysRoleIndex/updateDefIndex
new GET /sys/sysRoleIndex/cleanDefaultIndexCache
# 6.3 部门
old GET /sys/sysDepart/list
both GET /sys/sysDepart/queryTreeList
both GET /sys/sysDepart/queryDepartTreeSync
both GET /sys/sysDepart/queryIdTree
both GET /sys/sysDepart/searchBy
both GET /sys/sysDepart/queryMyDeptTreeList
new GET /sys/sysDepart/queryAllParentId
none GET /sys/sysDepart/listAll
none GET /sys/sysDepart/getDepartName
new GET /sys/sysDepart/getUsersByDepartId
none GET /sys/sysDepart/queryTreeByKeyWord -- of the mobile app and the low-code platform; no page of either client that we have asks for it
dead GET /sys/sysDepart/queryParentName -- no server answers it
both POST /sys/sysDepart/add
both PUT,POST /sys/sysDepart/edit
both DELETE /sys/sysDepart/delete
both DELETE /sys/sysDepart/deleteBatch
both GET /sys/sysDepart/exportXls
both POST /sys/sysDepart/importExcel
new GET /sys/sysDepart/queryDepartAndPostTreeSync
none GET /sys/sysDepart/queryBookDepTreeSync -- the whole tree comes by queryTreeList, departments by listAll with their ids
none GET /sys/sysDepart/getMyDepartList -- of the mobile app and the low-code platform; no page of either client that we have asks for it
none GET /sys/sysDepart/queryByIds -- the whole tree comes by queryTreeList, departments by listAll with their ids
new GET /sys/sysDepart/getDepartPathNameByOrgCode
new GET /sys/sysDepart/getPositionByDepartId -- posts are departments of a kind of their own; ranks between them are not kept, and departments are moved in their form
new GET /sys/sysDepart/getRankRelation
new GET /sys/sysDepart/getALLRankRelation
new GET /sys/sysDepart/getDepPostIdByDepId
new GET /sys/sysDepart/getDepartmentHead
new PUT /sys/sysDepart/updateChangeDepart -- posts are departments of a kind of their own; ranks between them are not kept, and departments are moved in their form
# 6.4 部门角色
both GET /sys/sysDepartRole/list
both POST /sys/sysDepartRole/add
both PUT,POST /sys/sysDepartRole/edit
old DELETE /sys/sysDepartRole/delete
both DELETE /sys/sysDepartRole/deleteBatch
none GET /sys/sysDepartRole/queryById
none GET /sys/sysDepartRole/exportXls -- no page offers it
none POST /sys/sysDepartRole/importExcel -- no page offers it
both GET /sys/sysDepartRole/getDeptRoleList
both GET /sys/sysDepartRole/getDeptRoleByUserId
both POST /sys/sysDepartRole/deptRoleUserAdd
both GET /sys/sysDepartPermission/queryTreeListForDeptRole
both GET /sys/sysDepartPermission/queryDeptRolePermission
both POST /sys/sysDepartPermission/saveDeptRolePermission
# 6.5 职务
both GET /sys/position/list
both POST /sys/position/add
both PUT,POST /sys/position/edit
both DELETE /sys/position/delete
both DELETE /sys/position/deleteBatch
new GET /sys/position/queryById
both GET /sys/position/exportXls
both POST /sys/position/importExcel
none GET /sys/position/queryByCode
none GET /sys/position/queryByIds
dead GET /sys/position/queryByCodes -- no server answers it
none GET /sys/position/getPositionUserList
none POST /sys/position/savePositionUser
none DELETE /sys/position/removePositionUser
# 6.6 租户
both GET /sys/tenant/list
both POST /sys/tenant/add
both PUT,POST /sys/tenant/edit
both DELETE,POST /sys/tenant/delete
both DELETE /sys/tenant/deleteBatch
both GET /sys/tenant/queryById
both GET /sys/tenant/queryList
new GET /sys/tenant/getCurrentUserTenant
new GET /sys/tenant/getTenantUserList
new GET /sys/tenant/getTenantListByUserId
new GET /sys/tenant/getUserTenantPageList -- nobody asks to join a tenant or is invited: administrators put people into tenants
new PUT /sys/tenant/updateUserTenantStatus -- nobody asks to join a tenant or is invited: administrators put people into tenants
new PUT /sys/tenant/leaveTenant
new GET /sys/tenant/packList -- packages of tenants are /sys/sysTenantPack
new GET /sys/tenant/recycleBinPageList -- a tenant that is used by nobody is deleted for good
new PUT /sys/tenant/invitationUserJoin -- nobody asks to join a tenant or is invited: administrators put people into tenants
new POST /sys/tenant/joinTenantByHouseNumber -- nobody asks to join a tenant or is invited: administrators put people into tenants
none POST /sys/tenant/invitationUser -- nobody asks to join a tenant or is invited: administrators put people into tenants
new PUT /sys/tenant/agreeOrRefuseJoinTenant -- nobody asks to join a tenant or is invited: administrators put people into tenants
# 6.7 数据字典
both GET /sys/dict/list
both POST /sys/dict/add
both PUT,POST /sys/dict/edit
both DELETE /sys/dict/delete
new DELETE /sys/dict/deleteBatch
none GET /sys/dict/queryById
both GET /sys/dict/exportXls
both POST /sys/dict/importExcel
old GET /sys/dict/treeList -- no page asks for it; /sys/dict/list has the same
both GET /sys/dict/deleteList
both PUT /sys/dict/back/:id
both DELETE /sys/dict/deletePhysic/:id
new PUT /sys/dict/putRecycleBin
new DELETE /sys/dict/deleteRecycleBin
both GET /sys/dictItem/list
both POST /sys/dictItem/add
both PUT,POST /sys/dictItem/edit
both DELETE /sys/dictItem/delete
old DELETE /sys/dictItem/deleteBatch
both GET /sys/dictItem/dictItemCheck
# 6.8 分类字典
both GET /sys/category/rootList
both GET /sys/category/childList
both GET /sys/category/getChildListBatch
both POST /sys/category/add
both PUT,POST /sys/category/edit
both DELETE /sys/category/delete
both DELETE /sys/category/deleteBatch
old GET /sys/category/checkCode
both GET /sys/category/loadTreeRoot
both GET /sys/category/loadTreeChildren
both GET /sys/category/loadTreeData
both GET /sys/category/loadOne
both GET /sys/category/loadDictItem/
both GET /sys/category/loadAllData
none GET /sys/category/queryById
both GET /sys/category/exportXls
both POST /sys/category/importExcel
# 6.9 系统公告
both GET /sys/annountCement/list
both POST /sys/annountCement/add
both PUT,POST /sys/annountCement/edit
both DELETE /sys/annountCement/delete
both DELETE /sys/annountCement/deleteBatch
both GET /sys/annountCement/queryById
both GET /sys/annountCement/exportXls
both POST /sys/annountCement/importExcel
both GET /sys/annountCement/doReleaseData
both GET /sys/annountCement/doReovkeData
both GET /sys/annountCement/listByUser
both GET /sys/annountCement/syncNotic
both GET /sys/annountCement/show/:id
new GET /sys/annountCement/vue3List
new GET /sys/annountCement/getUnreadMessageCount
new POST /sys/annountCement/clearAllUnReadMessage
new PUT,POST /sys/annountCement/editIzTop
new GET /sys/annountCement/addVisitsNumber
none GET /sys/annountCement/getLastAnnountTime -- attachments are opened one by one; the newest message comes by listByUser
new GET /sys/annountCement/downLoadFiles -- attachments are opened one by one; the newest message comes by listByUser
# 6.10 我的消息
both GET /sys/sysAnnouncementSend/getMyAnnouncementSend
both PUT,POST /sys/sysAnnouncementSend/editByAnntIdAndUserId
both PUT,POST /sys/sysAnnouncementSend/readAll
new GET /sys/sysAnnouncementSend/getOne
none GET /sys/sysAnnouncementSend/list
none POST /sys/sysAnnouncementSend/add
new PUT /sys/sysAnnouncementSend/edit
new DELETE /sys/sysAnnouncementSend/delete
new DELETE /sys/sysAnnouncementSend/deleteBatch
none GET /sys/sysAnnouncementSend/queryById
# 6.11 消息与模板
both GET /sys/message/sysMessage/list
both POST /sys/message/sysMessage/add
both PUT,POST /sys/message/sysMessage/edit
both DELETE /sys/message/sysMessage/delete
both DELETE /sys/message/sysMessage/deleteBatch
none GET /sys/message/sysMessage/queryById
both GET /sys/message/sysMessage/exportXls
both POST /sys/message/sysMessage/importExcel
both GET /sys/message/sysMessageTemplate/list
both POST /sys/message/sysMessageTemplate/add
both PUT,POST /sys/message/sysMessageTemplate/edit
both DELETE /sys/message/sysMessageTemplate/delete
both DELETE /sys/message/sysMessageTemplate/deleteBatch
none GET /sys/message/sysMessageTemplate/queryById
both GET /sys/message/sysMessageTemplate/exportXls
both POST /sys/message/sysMessageTemplate/importExcel
both POST /sys/message/sysMessageTemplate/sendMsg
# 6.12 定时任务
both GET /sys/quartzJob/list
both POST /sys/quartzJob/add
both PUT,POST /sys/quartzJob/edit
both DELETE /sys/quartzJob/delete
both DELETE /sys/quartzJob/deleteBatch
new GET /sys/quartzJob/queryById
both GET /sys/quartzJob/exportXls
both POST /sys/quartzJob/importExcel
both GET /sys/quartzJob/pause
both GET /sys/quartzJob/resume
both GET /sys/quartzJob/execute
# 6.13 数据源
both GET /sys/dataSource/list
both POST /sys/dataSource/add
both PUT,POST /sys/dataSource/edit
both DELETE /sys/dataSource/delete
both DELETE /sys/dataSource/deleteBatch
both GET /sys/dataSource/queryById
both GET /sys/dataSource/exportXls
both POST /sys/dataSource/importExcel -- a sheet with passwords is nothing to pass around; exports leave them out, so an import could not work
new GET /sys/dataSource/options
both POST /online/cgreport/api/testConnection
# 6.14 数据日志
both GET /sys/dataLog/list
both GET /sys/dataLog/queryCompareList
both GET /sys/dataLog/queryDataVerList
# 6.15 日志
both GET /sys/log/list
old DELETE /sys/log/delete
old DELETE /sys/log/deleteBatch
new GET /sys/log/exportXls
# 6.16 网关路由
both GET /sys/gatewayRoute/list
both POST /sys/gatewayRoute/updateAll
both DELETE /sys/gatewayRoute/delete
old GET /sys/gatewayRoute/clearRedis
new GET /sys/gatewayRoute/deleteList
new PUT /sys/gatewayRoute/putRecycleBin
new DELETE /sys/gatewayRoute/deleteRecycleBin
new GET /sys/gatewayRoute/copyRoute
# 6.17 规则与查重
both GET /sys/checkRule/list
both POST /sys/checkRule/add
both PUT,POST /sys/checkRule/edit
both DELETE /sys/checkRule/delete
both DELETE /sys/checkRule/deleteBatch
none GET /sys/checkRule/queryById
both GET /sys/checkRule/exportXls
both POST /sys/checkRule/importExcel -- what a rule checks are lines of their own, which a row of a sheet does not hold
both GET /sys/checkRule/checkByCode
both GET /sys/fillRule/list
both POST /sys/fillRule/add
both PUT,POST /sys/fillRule/edit
both DELETE /sys/fillRule/delete
both DELETE /sys/fillRule/deleteBatch
none GET /sys/fillRule/queryById
both GET /sys/fillRule/exportXls
both POST /sys/fillRule/importExcel
both GET /sys/fillRule/testFillRule
new PUT /sys/fillRule/executeRuleByCode/:ruleCode
none PUT /sys/fillRule/executeRuleByCodeBatch
both GET /sys/duplicate/check
# 6.18 在线用户
both GET /sys/online/list
both POST /sys/online/forceLogout
# 6.19 文件
both GET /sys/oss/file/list
both POST /sys/oss/file/upload
both DELETE /sys/oss/file/delete
none GET /sys/oss/file/queryById
both POST /sys/upload/uploadMinio
# 6.20 其他
new GET /sys/comment/listByForm -- records have no comments; what happened to them is in the data log
new GET /sys/comment/fileList -- records have no comments; what happened to them is in the data log
new POST /sys/comment/addText -- records have no comments; what happened to them is in the data log
new POST /sys/comment/addFile -- records have no comments; what happened to them is in the data log
new DELETE /sys/comment/deleteOne -- records have no comments; what happened to them is in the data log
new GET /sys/ugroup/list -- there are no groups of users; roles are what people have in common
new POST /sys/ugroup/add -- there are no groups of users; roles are what people have in common
new PUT,POST /sys/ugroup/edit -- there are no groups of users; roles are what people have in common
new DELETE /sys/ugroup/delete -- there are no groups of users; roles are what people have in common
new DELETE /sys/ugroup/deleteBatch -- there are no groups of users; roles are what people have in common
none GET /sys/ugroup/queryById -- there are no groups of users; roles are what people have in common
new GET /sys/ugroup/exportXls -- there are no groups of users; roles are what people have in common
new POST /sys/ugroup/importExcel -- there are no groups of users; roles are what people have in common
new GET /sys/tableWhiteList/list -- what dictionaries may name is a list in the source (server/system/catalogue.ts)
new POST /sys/tableWhiteList/add -- what dictionaries may name is a list in the source (server/system/catalogue.ts)
new PUT,POST /sys/tableWhiteList/edit -- what dictionaries may name is a list in the source (server/system/catalogue.ts)
new DELETE /sys/tableWhiteList/delete -- what dictionaries may name is a list in the source (server/system/catalogue.ts)
new DELETE /sys/tableWhiteList/deleteBatch -- what dictionaries may name is a list in the source (server/system/catalogue.ts)
none GET /sys/tableWhiteList/queryById -- what dictionaries may name is a list in the source (server/system/catalogue.ts)
new GET /sys/tableWhiteList/exportXls -- what dictionaries may name is a list in the source (server/system/catalogue.ts)
new POST /sys/tableWhiteList/importExcel -- what dictionaries may name is a list in the source (server/system/catalogue.ts)
new GET /sys/switchVue3Menu -- both families of menus are served at once, chosen by X-Version
none POST /sys/socketTest/sendAll -- a test page of JeecgBoot
none POST /sys/socketTest/sendUser -- a test page of JeecgBoot
# 7 字典的使用
both GET /sys/dict/getDictItems/:code
none GET /sys/dict/getDictText/:dictCode/:key
both GET /sys/dict/loadDict/:dict
none GET /sys/dict/loadDictOrderByValue/:dict
both GET /sys/dict/loadDictItem/:dict
both GET /sys/dict/loadTreeData
none GET /sys/dict/queryTableData -- loadDict does the same
both GET /sys/dict/queryAllDictItems
both GET /sys/dict/refleshCache
new GET /drag/page/refreshCache
# 8 在线报表与表单
both GET /online/cgreport/api/getRpColumns/:code
both GET /online/cgreport/api/getQueryInfo/:code
both GET /online/cgreport/api/getData/:code
new GET /online/cgreport/api/getColumnsAndData/:code
new GET /online/cgreport/api/exportManySheetXls/:code
none GET /online/cgreport/api/exportXls/:code
new GET /online/cgreport/api/getParamsInfo/:code
new GET /online/cgreport/api/getReportDictList -- it runs SQL that came from the browser
new GET /online/cgreport/head/list
new POST /online/cgreport/head/add
new PUT,POST /online/cgreport/head/editAll -- reports are designed in 在线报表 of our own pages
new DELETE /online/cgreport/head/delete
new DELETE /online/cgreport/head/deleteBatch
new GET /online/cgreport/head/parseSql
new GET /online/cgreport/item/listByHeadId
new GET /online/cgreport/param/listByHeadId
new GET /online/cgform/api/getColumns/:code
new GET /online/cgform/api/getData/:code
new GET /online/cgform/api/getTreeData/:code -- online forms are designed in our own pages; their data is read and written by the addresses above
new GET /online/cgform/api/getQueryInfo/:code
new GET /online/cgform/api/getFormItem/:code -- online forms are designed in our own pages; their data is read and written by the addresses above
new GET /online/cgform/api/form/:code/:id
new POST,PUT /online/cgform/api/form/:code
new DELETE /online/cgform/api/form/:code/:id
none GET /online/cgform/api/exportXls/:code
new POST /online/cgform/api/importXls/:code -- online forms are designed in our own pages; their data is read and written by the addresses above
new POST /online/cgform/api/doButton -- online forms are designed in our own pages; their data is read and written by the addresses above
new GET /online/cgform/head/list
none POST /online/cgform/head/add
none PUT /online/cgform/head/editAll -- online forms are designed in our own pages; their data is read and written by the addresses above
new DELETE /online/cgform/head/delete
new GET /online/cgform/field/listByHeadId -- online forms are designed in our own pages; their data is read and written by the addresses above
new POST /online/cgform/api/doDbSynch/:code/:how -- online forms are designed in our own pages; their data is read and written by the addresses above
# 9 上传与文件
both POST /sys/common/upload
both GET /sys/common/static/*
both GET /sys/common/pdf/pdfPreviewIframe -- a PDF opens in the browser’s own viewer
none GET /sys/common/403
new POST /sys/common/uploadImgByHttp -- the server would fetch whatever address it is given
dead GET /sys/common/transitRESTful -- no server answers it
# 11 监控
old GET /actuator/httptrace
new GET /actuator/jeecghttptrace/:kind
new GET /actuator/jeecghttptrace/:kind/:field/:order
both GET /actuator/metrics/:name
both GET /sys/actuator/redis/info
both GET /sys/actuator/redis/keysSize
both GET /sys/actuator/redis/memoryInfo
none GET /sys/actuator/redis/keysSizeForReport
none GET /sys/actuator/redis/memoryForReport
none GET /sys/actuator/redis/infoForReport
new GET /sys/actuator/redis/metrics/history
both GET /sys/actuator/redis/queryDiskInfo
new GET /sys/actuator/memory/info
# 12 示例模块
old GET /mock/api/user
old GET /mock/api/role
old GET /mock/api/permission
old GET /mock/api/service
old GET /mock/api/permission/no-pager
none GET /mock/api/user/info -- sample data of JeecgBoot’s demo pages
old GET /mock/api/list/search/projects -- sample data of JeecgBoot’s demo pages
old GET /mock/api/workplace/activity -- sample data of JeecgBoot’s demo pages
old GET /mock/api/workplace/teams -- sample data of JeecgBoot’s demo pages
old GET /mock/api/workplace/radar -- sample data of JeecgBoot’s demo pages
none GET /mock/api/task/process -- sample data of JeecgBoot’s demo pages
old GET /mock/api/area -- sample data of JeecgBoot’s demo pages
both GET /mock/api/asynTreeList -- sample data of JeecgBoot’s demo pages
both GET /mock/api/report/:name -- sample data of JeecgBoot’s demo pages
both GET /mock/vxe/getData -- sample data of JeecgBoot’s demo pages
none GET /mock/vxe/getDdjhData -- sample data of JeecgBoot’s demo pages
both PUT /mock/vxe/immediateSaveRow -- sample data of JeecgBoot’s demo pages
both POST /mock/vxe/immediateSaveAll -- sample data of JeecgBoot’s demo pages
`

const CALLERS = ['both', 'old', 'new', 'none', 'dead'] as const
export type Callers = (typeof CALLERS)[number]

export interface ContractAddress {
  /** 用户, 角色 …: the part of the contract it is in. */
  part: string
  callers: Callers
  methods: readonly string[]
  /** Behind the prefix, parameters as `:name`. */
  path: string
  /** Why this server has it not. */
  absent?: string
}

function read(text: string): ContractAddress[] {
  let part = ''
  return text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const title = /^# (.+)$/.exec(line)
      if (title) {
        part = title[1] ?? ''
        return []
      }
      const [, callers, methods, path, absent] = /^(\w+) ([A-Z,]+) (\S+)(?: -- (.+))?$/.exec(line) ?? []
      const known = CALLERS.find((one) => one === callers)
      if (!known || !methods || !path) throw new Error(`${line}: not “callers METHOD /path”`)
      return [{ part, callers: known, methods: methods.split(','), path, ...(absent && { absent }) }]
    })
}

export const contractAddresses: readonly ContractAddress[] = read(LINES)

/** `GET /sys/dict/getDictItems/:`: one name for an address, however its parameters are called and whether a slash ends it. */
export const addressKey = (method: string, path: string): string =>
  `${method} ${path.replace(/:\w+/g, ':').replace(/\/$/, '')}`
