/** What people hear who use the dashboard. */
import type { ErrorReply } from './error-reply.ts';

export const dashboardErrors = {
  'nobody is signed in': {
    code: 401,
    status: 401,
    en: 'Your session has ended. Sign in again.',
    fr: 'Votre session est terminée. Connectez-vous de nouveau.',
    fix: {
      en: 'Sign in again.',
      fr: 'Connectez-vous de nouveau.',
    },
  },
  'sign-in is not fresh': {
    code: 403,
    status: 403,
    en: 'This needs a sign-in within the last ten minutes. Confirm that it is you.',
    fr: 'Cela demande une connexion de moins de dix minutes. Confirmez que c’est bien vous.',
    fix: {
      en: 'Enter your password or use your passkey, then do it again.',
      fr: 'Saisissez votre mot de passe ou employez votre clé d’accès, puis recommencez.',
    },
  },
  'role does not allow it': {
    code: 403,
    status: 403,
    en: 'Your role {role} does not allow this. It is for: {roles}.',
    fr: 'Votre rôle {role} ne le permet pas. C’est réservé à : {roles}.',
    fix: {
      en: 'Ask an owner of the account for another role.',
      fr: 'Demandez un autre rôle à un propriétaire du compte.',
    },
  },
  'field has a wrong value': {
    code: 9,
    status: 400,
    en: 'The field {name} is not right: {reason}.',
    fr: 'Le champ {name} n’est pas correct : {reason}.',
    fix: {
      en: 'Correct the field as the reason says.',
      fr: 'Corrigez le champ selon la raison donnée.',
    },
  },
  'second factor is missing': {
    code: 403,
    status: 403,
    en: 'Here people need a second factor. Add one in your profile first.',
    fr: 'Un second facteur est exigé ici. Ajoutez-en un dans votre profil d’abord.',
    fix: {
      en: 'Add a passkey or an authenticator app in your profile.',
      fr: 'Ajoutez une clé d’accès ou une application d’authentification dans votre profil.',
    },
  },
} satisfies Record<string, ErrorReply>;
