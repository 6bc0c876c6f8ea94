/** The pages of a server without a dashboard: where one has arrived, and the setup of a new installation. */
import { showDocument } from './html.ts';
import { type MailPagePorts, mailPages } from './mail/mail-pages.ts';
import type { Page } from './page.ts';
import { landingTexts, setupTexts } from './page-texts.ts';
import { type SetupOptions, type SetupPorts, takeSetup } from './setup.ts';

export function listPages(
  options: SetupOptions,
  ports: SetupPorts & MailPagePorts,
): readonly Page[] {
  return [
    showDocument({ path: '/', file: 'landing.html', texts: landingTexts }),
    showDocument({
      path: '/setup',
      file: 'setup.html',
      texts: setupTexts,
      values: { charactersMin: String(options.passwordCharactersMin) },
    }),
    takeSetup(options, ports),
    ...mailPages(ports),
  ];
}
