/** The page that tells every line of the log, made from the table of events. */

import type { LogEvents } from '#core/log-events/log-event.ts';
import { logSections } from '#core/log-events.ts';
import { code, table } from './markdown-table.ts';

const words = {
  en: {
    opening: `# Every line of the log

One JSON object a line on standard error; nothing is written elsewhere, and no line has a name that is not here. Each has \`time\` (UTC), \`level\`, \`event\` and the members that are named; what went wrong stands in \`error\`, \`code\` and \`reason\`.
A success in traffic is \`debug\`, a refusal \`info\`, a failing neighbour \`warn\`, only our own fault \`error\`. \`PARLEY_LOG\` names the least important level that is written; [security](security.md) says what no line has.`,
    heading: ['Event', 'Level', 'Says'],
  },
  fr: {
    opening: `# Toutes les lignes du journal

Un objet JSON par ligne sur la sortie d’erreur ; rien n’est écrit ailleurs, et aucune ligne n’a un nom absent d’ici. Chacune a \`time\` (UTC), \`level\`, \`event\` et les membres nommés ; ce qui a échoué figure dans \`error\`, \`code\` et \`reason\`.
Un succès dans le trafic est en \`debug\`, un refus en \`info\`, un voisin défaillant en \`warn\`, seule notre propre faute en \`error\`. \`PARLEY_LOG\` nomme le niveau le moins important qui est écrit ; [sécurité](security.md) dit ce qu’aucune ligne ne contient.`,
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
