/** What the product is, in a sentence of two lines, for whoever stands before its door. */
export const SLOGAN = '充电宝与电池租赁的后台\n设备、订单、资金，一处看清，一步办妥'
