/** Where a mail stands, and what that means. */
import type { Answer } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import { emailTexts } from '../../texts/email.ts';

export type Mail = Answer<'mail show'>['mails'][number];

const tones: Readonly<Record<Mail['state'], Tone>> = {
  scheduled: 'info',
  queued: 'info',
  deferred: 'warn',
  held: 'warn',
  sent: 'good',
  caught: 'quiet',
  bounced: 'bad',
  failed: 'bad',
  suppressed: 'quiet',
  cancelled: 'quiet',
  complained: 'bad',
};

export function MailState({ state }: Pick<Mail, 'state'>) {
  return <StatusBadge tone={tones[state]}>{useTexts(emailTexts)[state]}</StatusBadge>;
}

/** A sentence for the class of a reply; what has none stays as its word. */
export function useMeaning(): (word: string) => string {
  const texts: Readonly<Record<string, unknown>> = useTexts(emailTexts);
  return (word) => {
    const text = Object.hasOwn(texts, word) ? texts[word] : undefined;
    return typeof text === 'string' ? text : word;
  };
}
