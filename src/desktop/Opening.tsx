import { Spin } from 'antd'

/** While the code of a dialog is on its way, where that takes long enough to be noticed. */
export const Opening = () => <Spin fullscreen delay={300} description="正在打开…" />
