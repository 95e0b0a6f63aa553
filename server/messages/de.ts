import type { Messages } from './shape.ts';

export const de: Messages = {
  sessionExpired: 'Bitte melden Sie sich an',
  badParameter: 'Die gesendeten Angaben sind ungültig',
  notForDemo: 'Nur für echte Konten verfügbar',
  notFound: 'Nicht gefunden',
  conflict: 'Der Status hat sich geändert, das ist nicht mehr möglich',
  wrongCredentials: 'Konto, Passwort oder Code ist falsch',
  tooMany: 'Zu viele Anfragen, bitte versuchen Sie es später erneut',
  marketClosed: 'Der Markt ist geschlossen',
  notEnoughMargin: 'Verfügbare Margin reicht nicht aus',
  noMultiple: 'Kein Hebel eingerichtet, derzeit ist keine Order möglich',
  badVolume: 'Die Lotgröße ist ungültig',
  wrongSidePrice: 'Der Preis liegt auf der falschen Seite',
  insufficientBalance: 'Guthaben reicht nicht aus',
  priceMoved: 'Der Preis hat sich bewegt, bitte prüfen Sie erneut',
  cidReused: 'Diese Ordernummer wurde bereits für eine andere Order verwendet',
  internal: 'Etwas ist schiefgegangen, bitte versuchen Sie es später erneut',
};
