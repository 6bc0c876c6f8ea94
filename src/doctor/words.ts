/** What people are told of a running server's settings and diagnostics, and of what the doctor has found. */
import type { NounWords } from '#core/words.ts';
import { machineWords } from './machine-words.ts';
import { networkWords } from './network-words.ts';
import { workWords } from './work-words.ts';

export const serverWords = {
  does: {
    'config server': {
      en: 'Shows the settings that the running server has, and what says each; secrets are hidden.',
      fr: 'Montre les réglages du serveur en marche, et ce qui dit chacun ; les secrets sont cachés.',
    },
    diagnostics: {
      en: 'Writes one document about set-up and state of the running server, without secrets, contents, phones, addresses or names of customers.',
      fr: 'Écrit un document sur la configuration et l’état du serveur en marche, sans secrets, contenus, téléphones, adresses ni noms de clients.',
    },
    doctor: {
      en: 'Looks at folder, disks, key, clock, ports, DNS, sending domains, database, money, binds, trunks, certificates, passkeys and what is late, and says what to do.',
      fr: 'Examine le dossier, les disques, la clé, l’horloge, les ports, le DNS, les domaines d’envoi, la base, l’argent, les binds, les liaisons, les certificats, les clés d’accès et ce qui est en retard, et dit quoi faire.',
    },
  },
  fields: {
    live: {
      shape: 'on|off',
      says: 'Also speaks to others: mail servers or the relay, the public URL, and operators that are not bound.',
    },
  },
  refusals: {},
} as const satisfies NounWords;

/** By the code of a finding. `fix` is told where all is not well. */
export const findingWords = { ...machineWords, ...networkWords, ...workWords } as const;
