import type { Messages } from './shape.ts';

export const kr: Messages = {
  sessionExpired: '로그인해 주세요',
  badParameter: '입력한 정보가 올바르지 않습니다',
  notForDemo: '실계좌에서만 이용할 수 있습니다',
  notFound: '찾을 수 없습니다',
  conflict: '상태가 변경되어 처리할 수 없습니다',
  wrongCredentials: '계정, 비밀번호 또는 인증 코드가 올바르지 않습니다',
  tooMany: '요청이 너무 많습니다. 잠시 후 다시 시도해 주세요',
  marketClosed: '휴장 중입니다',
  notEnoughMargin: '사용 가능한 증거금이 부족합니다',
  noMultiple: '레버리지가 설정되지 않아 현재 주문할 수 없습니다',
  badVolume: '랏 수량이 올바르지 않습니다',
  wrongSidePrice: '가격 방향이 올바르지 않습니다',
  insufficientBalance: '잔액이 부족합니다',
  priceMoved: '가격이 변동되었습니다. 다시 확인해 주세요',
  cidReused: '이 주문 번호는 이미 다른 주문에 사용되었습니다',
  internal: '오류가 발생했습니다. 잠시 후 다시 시도해 주세요',
};
