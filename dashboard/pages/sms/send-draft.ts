/** What a person has written to be sent, as the API takes it. */

import { atOnce, type Later, scheduleOf, timeOf } from '../../components/later.ts';

export type Draft = Later & {
  readonly to: string;
  readonly sender: string;
  readonly message: string;
  readonly tag: string;
  readonly saysStop: boolean;
  readonly marketing: boolean;
};

export const emptyDraft: Draft = {
  to: '',
  sender: '',
  message: '',
  tag: '',
  saysStop: false,
  marketing: false,
  ...atOnce,
};

/** Without a phone or a text there is nothing to preview. */
export function isReady({ to, message, isLater, day }: Draft): boolean {
  return to.trim() !== '' && message.trim() !== '' && (!isLater || day !== '');
}

/** The members of `POST /v1/send`; what was left empty is left out. */
export function requestOf(draft: Draft) {
  const { to, sender, message, tag, saysStop, marketing, isLater } = draft;
  return {
    phoneNumbers: phonesOf(to).join(','),
    message,
    ...(sender.trim() !== '' && { sender: sender.trim() }),
    ...(tag.trim() !== '' && { tag: tag.trim() }),
    ...(saysStop && { isStopSms: true }),
    ...(marketing && { marketing: true }),
    ...(isLater && scheduleOf(draft)),
  };
}

/** What the operations of sending ask for. */
export function askedOf(draft: Draft) {
  const { to, sender, message: text, tag, saysStop, marketing, isLater } = draft;
  return {
    phones: phonesOf(to),
    text,
    sender: sender.trim(),
    tag: tag.trim(),
    saysStop,
    marketing,
    ...(isLater && { at: timeOf(draft) }),
  };
}

function phonesOf(to: string): string[] {
  const phones = to.split(/[\n,;]+/).map((phone) => phone.trim());
  return phones.filter((phone) => phone !== '');
}
