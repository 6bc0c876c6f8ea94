/** The page that tells every line of the log, made from the table of events. */

import type { LogEvents } from '#core/log-events/log-event.ts';
import { logSections } from '#core/log-events.ts';
import { code, table } from './markdown-table.ts';

const words = {
  en: {
    opening: `# Log lines

The log is one JSON object per line on standard error; nothing is written elsewhere. This list is complete. Each line has \`time\` (UTC), \`level\`, \`event\` and the named fields; errors are in \`error\`, \`code\` and \`reason\`.
Levels: \`debug\` for successful traffic, \`info\` for refusals, \`warn\` for failures of other systems, \`error\` for failures of Parley itself. \`PARLEY_LOG\` sets the minimum level. [Security](security.md) lists what the log never contains.`,
    heading: ['Event', 'Level', 'Meaning'],
  },
  fr: {
    opening: `# Lignes du journal

Le journal est fait d’un objet JSON par ligne sur la sortie d’erreur ; rien n’est écrit ailleurs. Cette liste est complète. Chaque ligne a \`time\` (UTC), \`level\`, \`event\` et les champs nommés ; les erreurs sont dans \`error\`, \`code\` et \`reason\`.
Niveaux : \`debug\` pour le trafic réussi, \`info\` pour les refus, \`warn\` pour les échecs d’autres systèmes, \`error\` pour les échecs de Parley lui-même. \`PARLEY_LOG\` règle le niveau minimal. [La sécurité](security.md) liste ce que le journal ne contient jamais.`,
    heading: ['Événement', 'Niveau', 'Signification'],
  },
} as const;

export function logPage(language: 'en' | 'fr'): string {
  const { opening, heading } = words[language];
  const sections = logSections.map((section) => {
    const events: LogEvents = section.events;
    const rows = Object.entries(events).map(([name, event]) => [
      code(name),
      event.at.map(code).join(', '),
      event[language],
    ]);
    return `## ${section[language]}\n\n${table(heading, rows)}`;
  });
  return `${opening}\n\n${sections.join('\n')}`;
}
