import { file, image, integer, text, toggle } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

/** Uploaded files (JeecgBoot OssFile): what they are, whose, and what records they are used in. */
export const sysFile = defineResource({
  name: 'sysFile',
  label: '文件',
  path: '/sys/oss/file',
  table: 'sys_file',
  // What a person exported or got back from an import is theirs alone.
  keptElsewhere: { isPrivate: false },
  title: 'fileName',
  scope: 'tenant',
  permission: 'system:ossFile',
  contract: true,
  verbs: ['delete'],
  fields: {
    fileName: text('文件名', { readOnly: true, max: 200, width: 240 }),
    picture: image('预览', { readOnly: true, computed: true }),
    url: file('下载', { readOnly: true, column: 'path', width: 200 }),
    size: text('大小', { readOnly: true, computed: true, width: 90 }),
    fileSize: integer('字节数', { readOnly: true, width: 100 }),
    contentType: text('类型', { readOnly: true, max: 100, width: 120 }),
    useCount: integer('使用处', { readOnly: true, computed: true, width: 90 }),
    biz: text('目录', { readOnly: true, hidden: true, max: 64 }),
    isPrivate: toggle('仅本人可读', { readOnly: true, hidden: true, boolean: true }),
  },
  list: {
    columns: ['fileName', 'picture', 'size', 'contentType', 'useCount', 'createBy', 'createTime', 'url'],
    filters: ['fileName', 'createBy', 'createTime', 'fileSize'],
    card: { subtitle: 'createBy', badge: 'contentType', facts: ['size', 'useCount', 'createTime'] },
    source: '在表单中上传的图片和文件列在这里',
  },
  form: [{ title: '文件', fields: ['fileName', 'picture', 'url', 'size', 'contentType', 'useCount'] }],
  actions: {
    keep: {
      label: '上传',
      creates: true,
      permission: 'upload',
      input: { url: file('文件', { required: true, hint: '没有用在任何记录中也一直保留，直到在这里删除' }) },
    },
  },
  menu: {
    group: 'system',
    icon: 'file',
    order: 79,
    url: '/oss/file',
    component: ['modules/oss/OSSFileList', 'system/ossfile/index'],
  },
})
