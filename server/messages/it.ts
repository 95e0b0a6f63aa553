import type { Messages } from './shape.ts';

export const it: Messages = {
  sessionExpired: 'Effettua l’accesso',
  badParameter: 'I dati inviati non sono validi',
  notForDemo: 'Disponibile solo per i conti reali',
  notFound: 'Non trovato',
  conflict: 'Lo stato è cambiato, non è più possibile',
  wrongCredentials: 'Conto, password o codice errati',
  tooMany: 'Troppe richieste, riprova più tardi',
  marketClosed: 'Il mercato è chiuso',
  notEnoughMargin: 'Margine disponibile insufficiente',
  noMultiple: 'Nessuna leva configurata, al momento non è possibile inserire ordini',
  badVolume: 'Il numero di lotti non è valido',
  wrongSidePrice: 'Il prezzo è dal lato sbagliato',
  insufficientBalance: 'Saldo insufficiente',
  priceMoved: 'Il prezzo si è mosso, verifica di nuovo',
  cidReused: 'Questo numero d’ordine è già stato usato per un altro ordine',
  internal: 'Qualcosa è andato storto, riprova più tardi',
};
