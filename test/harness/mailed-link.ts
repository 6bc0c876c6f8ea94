/** The link in a letter to somebody, which the built-in catcher has caught. */
import type { BrowserWorld } from './chromium.ts';
import { pause } from './pause.ts';

/** It is sent after the page was answered. */
export async function mailedLink({ folder }: BrowserWorld, wanted: string): Promise<string> {
  for (;;) {
    const { mails } = (await folder.read('simulator', 'mails')) as {
      readonly mails: readonly { readonly id: number; readonly subject: string }[];
    };
    const mail = mails.find(({ subject }) => subject === wanted);
    const { out } = mail
      ? await folder.run(['simulator', 'mails', 'show', `${mail.id}`])
      : { out: '' };
    const link = /http:\S+\/(?:join|address)#[\w-]{43}/.exec(out)?.[0];
    if (link !== undefined) return link;
    await pause(200);
  }
}
