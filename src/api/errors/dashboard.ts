/** What people hear who use the dashboard. */
import type { ErrorReply } from './error-reply.ts';

export const dashboardErrors = {
  'nobody is signed in': {
    code: 401,
    status: 401,
    en: 'Your session has ended.',
    fr: 'Votre session est terminée.',
    fix: {
      en: 'Sign in again.',
      fr: 'Connectez-vous de nouveau.',
    },
  },
  'sign-in is not fresh': {
    code: 403,
    status: 403,
    en: 'This action requires a sign-in within the last ten minutes.',
    fr: 'Cette action exige une connexion de moins de dix minutes.',
    fix: {
      en: 'Enter your password or use your passkey, then try again.',
      fr: 'Saisissez votre mot de passe ou utilisez votre clé d’accès, puis réessayez.',
    },
  },
  'role does not allow it': {
    code: 403,
    status: 403,
    en: 'Your role {role} does not allow this action. It requires one of: {roles}.',
    fr: 'Votre rôle {role} ne permet pas cette action. Elle exige l’un de ces rôles : {roles}.',
    fix: {
      en: 'Ask an owner of the account to change your role.',
      fr: 'Demandez à un propriétaire du compte de changer votre rôle.',
    },
  },
  'field has a wrong value': {
    code: 9,
    status: 400,
    en: 'The field {name} is not valid: {reason}.',
    fr: 'Le champ {name} n’est pas valide : {reason}.',
    fix: {
      en: 'Correct the field according to the reason.',
      fr: 'Corrigez le champ selon la raison donnée.',
    },
  },
  'second factor is missing': {
    code: 403,
    status: 403,
    en: 'A second factor is required.',
    fr: 'Un second facteur est obligatoire.',
    fix: {
      en: 'Add a passkey or an authenticator app in your profile.',
      fr: 'Ajoutez une clé d’accès ou une application d’authentification dans votre profil.',
    },
  },
} satisfies Record<string, ErrorReply>;
