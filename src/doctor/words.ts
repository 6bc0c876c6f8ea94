/** What people are told of a running server's settings and diagnostics, and of what the doctor has found. */
import type { NounWords } from '#core/words.ts';
import { machineWords } from './machine-words.ts';
import { networkWords } from './network-words.ts';
import { workWords } from './work-words.ts';

export const serverWords = {
  does: {
    'config server': {
      en: 'Shows the settings of the running server and where each comes from; secrets are hidden.',
      fr: 'Montre les réglages du serveur en marche et d’où vient chacun ; les secrets sont cachés.',
    },
    diagnostics: {
      en: 'Writes a document about the configuration and state of the running server, without secrets, message contents, phone numbers, addresses or names of customers.',
      fr: 'Écrit un document sur la configuration et l’état du serveur en marche, sans secrets, contenus de messages, numéros de téléphone, adresses ni noms de clients.',
    },
    doctor: {
      en: 'Checks folder, disks, master key, clock, ports, DNS, sending domains, database, balances, binds, trunks, certificates, passkeys and overdue work, and says how to fix each problem.',
      fr: 'Vérifie le dossier, les disques, la clé maîtresse, l’horloge, les ports, le DNS, les domaines d’envoi, la base, les soldes, les liaisons, les trunks, les certificats, les clés d’accès et le travail en retard, et dit comment corriger chaque problème.',
    },
  },
  fields: {
    live: {
      shape: 'on|off',
      says: 'Also connects to other systems: mail servers or the relay, the public URL, and operators that are not bound.',
    },
  },
  refusals: {},
} as const satisfies NounWords;

/** By the code of a finding. `fix` is told where all is not well. */
export const findingWords = { ...machineWords, ...networkWords, ...workWords } as const;
