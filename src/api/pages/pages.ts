/** What browsers see: the dashboard, and the pages behind the links of mails. */
import type { SitePages } from '#api/site.ts';
import { showDashboard } from './dashboard-document.ts';
import { assetPage, type DashboardFiles, readDashboard } from './dashboard-files.ts';
import { showDocument } from './html.ts';
import { mailFramePage } from './mail/mail-frame.ts';
import { type MailPagePorts, mailPages } from './mail/mail-pages.ts';
import { unbuiltTexts } from './page-texts.ts';

export type PageOptions = {
  /** Where people see the server, if it is set. */
  readonly publicUrl: string | undefined;
  /** Where the dashboard is built; undefined: this server shows none. */
  readonly dashboardFolder: URL | undefined;
};

export function listPages(options: PageOptions, ports: MailPagePorts): SitePages {
  const { dashboardFolder, publicUrl } = options;
  const files = dashboardFolder === undefined ? undefined : readDashboard(dashboardFolder);
  const shown = files === undefined ? unbuilt() : dashboardPages(files, publicUrl);
  return { pages: [...shown.pages, mailFramePage, ...mailPages(ports)], document: shown.document };
}

function dashboardPages(files: DashboardFiles, publicUrl: string | undefined): SitePages {
  return {
    pages: [assetPage(files)],
    document: {
      path: '/',
      methods: ['GET', 'HEAD'],
      answer: (request) => showDashboard(files.document, request, publicUrl),
    },
  };
}

function unbuilt(): SitePages {
  const document = showDocument({ path: '/', file: 'unbuilt.html', texts: unbuiltTexts });
  return { pages: [document], document };
}
