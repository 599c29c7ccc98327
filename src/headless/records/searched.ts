/** What a field says that is searched on the server (acceptance H02). */
export const SEARCHED = { placeholder: '请输入搜索内容', nothing: '没有查询到任何数据' } as const
