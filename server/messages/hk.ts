import type { Messages } from './shape.ts';

export const hk: Messages = {
  sessionExpired: '請先登入',
  badParameter: '提交的資料不正確',
  notForDemo: '只限真實帳戶使用',
  notFound: '找不到相關資料',
  conflict: '狀態已變更，無法執行此操作',
  wrongCredentials: '帳戶或密碼／驗證碼不正確',
  tooMany: '操作過於頻繁，請稍後再試',
  marketClosed: '市場休市中',
  notEnoughMargin: '可用預付款不足',
  noMultiple: '未配置槓桿，暫時無法下單',
  badVolume: '手數不符合要求',
  wrongSidePrice: '價格方向不正確',
  insufficientBalance: '餘額不足',
  priceMoved: '價格已變動，請重新確認',
  cidReused: '此訂單編號已用於另一筆訂單',
  internal: '系統錯誤，請稍後再試',
};
