/** What is wrong with a new password, in Chinese; undefined when nothing is. */
export function passwordProblem(password: string): string | undefined {
  if (!password) return '新密码不允许为空!'
  if (password.length > 64) return '密码最多64位'
  const good =
    password.length >= 8 && /[A-Za-z]/.test(password) && /\d/.test(password) && /[^A-Za-z0-9\s]/.test(password)
  return good ? undefined : '密码至少8位，须同时包含字母、数字和特殊字符'
}
