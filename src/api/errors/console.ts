/** What those hear who run the installation. */
import type { ErrorReply } from './error-reply.ts';

export const consoleErrors = {
  'operator is there': {
    code: 409,
    status: 409,
    en: 'There is an operator of this name already.',
    fr: 'Il y a déjà un opérateur de ce nom.',
  },
  'operator is built in': {
    code: 409,
    status: 409,
    en: 'This operator is built in: the setting PARLEY_SIMULATOR switches it off.',
    fr: 'Cet opérateur est intégré : le réglage PARLEY_SIMULATOR le désactive.',
  },
} satisfies Record<string, ErrorReply>;
