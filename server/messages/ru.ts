import type { Messages } from './shape.ts';

export const ru: Messages = {
  sessionExpired: 'Войдите в систему',
  badParameter: 'Отправленные данные неверны',
  notForDemo: 'Доступно только для реальных счетов',
  notFound: 'Не найдено',
  conflict: 'Состояние изменилось, действие невозможно',
  wrongCredentials: 'Неверный счёт, пароль или код',
  tooMany: 'Слишком много запросов, повторите попытку позже',
  marketClosed: 'Рынок закрыт',
  notEnoughMargin: 'Недостаточно свободной маржи',
  noMultiple: 'Плечо не настроено, разместить ордер пока нельзя',
  badVolume: 'Недопустимое количество лотов',
  wrongSidePrice: 'Цена с неверной стороны',
  insufficientBalance: 'Недостаточно средств',
  priceMoved: 'Цена изменилась, проверьте ещё раз',
  cidReused: 'Этот номер уже использован для другого ордера',
  internal: 'Произошла ошибка, повторите попытку позже',
};
