import type { Messages } from './shape.ts';

export const fr: Messages = {
  sessionExpired: 'Veuillez vous connecter',
  badParameter: 'Les données envoyées ne sont pas valides',
  notForDemo: 'Réservé aux comptes réels',
  notFound: 'Introuvable',
  conflict: 'L’état a changé, cette action n’est plus possible',
  wrongCredentials: 'Compte, mot de passe ou code incorrect',
  tooMany: 'Trop de demandes, veuillez réessayer plus tard',
  marketClosed: 'Le marché est fermé',
  notEnoughMargin: 'Marge disponible insuffisante',
  noMultiple: 'Aucun levier configuré, impossible de passer un ordre pour le moment',
  badVolume: 'Le nombre de lots n’est pas valide',
  wrongSidePrice: 'Le prix est du mauvais côté',
  insufficientBalance: 'Solde insuffisant',
  priceMoved: 'Le prix a bougé, veuillez vérifier à nouveau',
  cidReused: 'Ce numéro d’ordre a déjà servi pour un autre ordre',
  internal: 'Une erreur s’est produite, veuillez réessayer plus tard',
};
