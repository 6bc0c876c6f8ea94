/** The pages of a server without a dashboard: where one has arrived, and the setup of a new installation. */
import { showDocument } from './html.ts';
import { type MailPagePorts, mailPages } from './mail/mail-pages.ts';
import type { Page } from './page.ts';
import { landingTexts, setupTexts } from './page-texts.ts';

export function listPages(ports: MailPagePorts): readonly Page[] {
  return [
    showDocument({ path: '/', file: 'landing.html', texts: landingTexts }),
    showDocument({
      path: '/setup',
      file: 'setup.html',
      texts: setupTexts,
      // The server asks for more where others can reach it, and says so.
      values: { charactersMin: '8' },
    }),
    ...mailPages(ports),
  ];
}
