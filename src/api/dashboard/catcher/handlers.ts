/** The mail catcher as its pages show it: to administrators all of it, to an account what it sent itself. */
import { authorOf } from '#api/dashboard/author.ts';
import { give, type Handled, type Handler, handle } from '#api/dashboard/handler.ts';
import type { HttpReply } from '#api/http/http-message.ts';
import { refuse } from '#api/reply.ts';
import { clearRecord } from '#mail/delivery/caught-audit.ts';
import * as definitions from './definitions.ts';
import type { CatcherPorts, CaughtMail } from './ports.ts';
import { releaseHandler } from './release.ts';
import { fileReply, htmlReply, listCaught, showCaught, sourceReply } from './shown-mail.ts';

const nothingThere = refuse('nothing is there');

export function catcherHandlers(ports: CatcherPorts): readonly Handler[] {
  return [...consoleHandlers(ports), ...accountHandlers(ports)];
}

function consoleHandlers(ports: CatcherPorts): readonly Handler[] {
  const { caughtMails } = ports;
  return [
    handle(definitions.listCaughtMails, async ({ query }) => give(await listCaught(ports, query))),
    handle(definitions.findCaughtMail, async ({ params }) => {
      const mail = await caughtMails.findMail(params.id);
      if (mail === undefined) return nothingThere;
      const leavesBy = ports.mailLeavesBy ?? null;
      return give({ mail: await showCaught(mail, ports), leavesBy });
    }),
    handle(definitions.clearCaughtMails, async (call) => {
      const cleared = await caughtMails.clearMails();
      await ports.audit.note(authorOf(call, ports.clock), clearRecord(cleared));
      return give({ cleared });
    }),
    releaseHandler(ports),
    handle(definitions.showCaughtHtml, async ({ params }) =>
      raw(await caughtMails.findMail(params.id), (mail) => htmlReply(mail, ports)),
    ),
    handle(definitions.showCaughtSource, async ({ params }) =>
      raw(await caughtMails.findMail(params.id), sourceReply),
    ),
    handle(definitions.downloadCaughtFile, async ({ params: { id, place } }) =>
      raw(await caughtMails.findMail(id), (mail) => fileAt(mail, place, ports)),
    ),
  ];
}

/** What is another account's, or nobody's, is not there. */
function accountHandlers(ports: CatcherPorts): readonly Handler[] {
  const find = async (accountId: number, id: number): Promise<CaughtMail | undefined> => {
    const mail = await ports.caughtMails.findMail(id);
    return mail?.of?.accountId === accountId ? mail : undefined;
  };
  return [
    handle(definitions.listOwnCaughtMails, async ({ accountId, query }) =>
      give(await listCaught(ports, query, accountId)),
    ),
    handle(definitions.findOwnCaughtMail, async ({ accountId, params }) => {
      const mail = await find(accountId, params.id);
      return mail === undefined ? nothingThere : give({ mail: await showCaught(mail, ports) });
    }),
    handle(definitions.showOwnCaughtHtml, async ({ accountId, params }) =>
      raw(await find(accountId, params.id), (mail) => htmlReply(mail, ports)),
    ),
    handle(definitions.showOwnCaughtSource, async ({ accountId, params }) =>
      raw(await find(accountId, params.id), sourceReply),
    ),
    handle(definitions.downloadOwnCaughtFile, async ({ accountId, params: { id, place } }) =>
      raw(await find(accountId, id), (mail) => fileAt(mail, place, ports)),
    ),
  ];
}

async function fileAt(
  mail: CaughtMail,
  place: number,
  { readFiles }: CatcherPorts,
): Promise<HttpReply | undefined> {
  const file = (await readFiles(mail))[place];
  return file && fileReply(file);
}

/** A part that a browser shows in a frame, or saves. */
async function raw(
  mail: CaughtMail | undefined,
  replyOf: (mail: CaughtMail) => Promise<HttpReply | undefined> | HttpReply,
): Promise<Handled<undefined>> {
  const reply = mail && (await replyOf(mail));
  return reply === undefined ? nothingThere : { ok: true, raw: reply };
}
