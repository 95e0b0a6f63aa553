import type { Messages } from './shape.ts';

export const pt: Messages = {
  sessionExpired: 'Inicie sessão',
  badParameter: 'Os dados enviados não são válidos',
  notForDemo: 'Disponível apenas para contas reais',
  notFound: 'Não encontrado',
  conflict: 'O estado mudou, já não é possível',
  wrongCredentials: 'Conta, palavra-passe ou código incorretos',
  tooMany: 'Demasiados pedidos, tente novamente mais tarde',
  marketClosed: 'O mercado está fechado',
  notEnoughMargin: 'Margem disponível insuficiente',
  noMultiple: 'Sem alavancagem configurada, de momento não é possível abrir ordens',
  badVolume: 'A quantidade de lotes não é válida',
  wrongSidePrice: 'O preço está do lado errado',
  insufficientBalance: 'Saldo insuficiente',
  priceMoved: 'O preço mudou, verifique novamente',
  cidReused: 'Este número de ordem já foi usado noutra ordem',
  internal: 'Algo correu mal, tente novamente mais tarde',
};
