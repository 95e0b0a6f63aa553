import type { Messages } from './shape.ts';

export const spa: Messages = {
  sessionExpired: 'Inicie sesión',
  badParameter: 'Los datos enviados no son válidos',
  notForDemo: 'Solo disponible para cuentas reales',
  notFound: 'No encontrado',
  conflict: 'El estado ha cambiado, ya no es posible',
  wrongCredentials: 'Cuenta, contraseña o código incorrectos',
  tooMany: 'Demasiadas solicitudes, inténtelo más tarde',
  marketClosed: 'El mercado está cerrado',
  notEnoughMargin: 'Margen disponible insuficiente',
  noMultiple: 'No hay apalancamiento configurado, por ahora no se pueden abrir órdenes',
  badVolume: 'La cantidad de lotes no es válida',
  wrongSidePrice: 'El precio está en el lado equivocado',
  insufficientBalance: 'Saldo insuficiente',
  priceMoved: 'El precio ha cambiado, compruébelo de nuevo',
  cidReused: 'Este número de orden ya se usó para otra orden',
  internal: 'Algo salió mal, inténtelo más tarde',
};
