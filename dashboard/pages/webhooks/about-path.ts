/** Where the page of what an event is about stands, below that of its account; undefined: it has none. */

/** As the server nests ids: an email has so many places for its mails. */
const mailSlots = 512;

export function aboutPath(kind: string, about: string): string | undefined {
  const mail = /^mail\/(?<id>\d+)$/.exec(about)?.groups?.['id'];
  if (mail !== undefined) return `email/messages/${Math.floor(Number(mail) / mailSlots)}`;
  const message = /^(?<id>\d+)\//.exec(about)?.groups?.['id'];
  return message === undefined || !/\bdlr$/.test(kind) ? undefined : `sms/messages/${message}`;
}
