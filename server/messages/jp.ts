import type { Messages } from './shape.ts';

export const jp: Messages = {
  sessionExpired: 'ログインしてください',
  badParameter: '入力内容が正しくありません',
  notForDemo: 'リアル口座のみご利用いただけます',
  notFound: '見つかりません',
  conflict: '状態が変わったため、操作できません',
  wrongCredentials: 'アカウント、パスワードまたは認証コードが正しくありません',
  tooMany: 'リクエストが多すぎます。しばらくしてからお試しください',
  marketClosed: '市場は休場中です',
  notEnoughMargin: '利用可能証拠金が不足しています',
  noMultiple: 'レバレッジが設定されていないため、現在注文できません',
  badVolume: 'ロット数が正しくありません',
  wrongSidePrice: '価格の指定方向が正しくありません',
  insufficientBalance: '残高が不足しています',
  priceMoved: '価格が変動しました。もう一度ご確認ください',
  cidReused: 'この注文番号は別の注文で使用済みです',
  internal: 'エラーが発生しました。しばらくしてからお試しください',
};
