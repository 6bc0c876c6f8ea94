/** Answers what pages ask of the STOP list, and changes it. */
import type { ReplyStream } from '#api/http/reply-stream.ts';
import { downloadHeaders } from '#api/http/surface-headers.ts';
import { refuse } from '#api/reply.ts';
import { boundary } from '#core/boundary.ts';
import type { Role } from '#core/permissions.ts';
import { formatPhone, type PhoneNumber, parsePhoneNumber } from '#core/phone-number.ts';
import type { ReplyRecord, ReplyRecordStore } from '#sms/records/reply-record-store.ts';
import type { StopList } from '#sms/stops/stop-list.ts';
import type { StopEntry, StopStore } from '#sms/stops/stop-store.ts';
import { authorOf } from '../author.ts';
import { type CallerPorts, findAccount } from '../caller.ts';
import { give, type Handler, handle } from '../handler.ts';
import { showPhone, showText } from '../masked.ts';
import { nextOf, readPage } from '../paging.ts';
import { addStops, exportStops, listStops, removeStop } from './definitions.ts';

export type StopPorts = CallerPorts & {
  readonly stopStore: StopStore;
  readonly stopList: Pick<StopList, 'add' | 'remove'>;
  readonly replies: Pick<ReplyRecordStore, 'findStopTexts'>;
};

export function stopHandlers(ports: StopPorts): readonly Handler[] {
  return [list(ports), add(ports), remove(ports), exportAll(ports)];
}

function list(ports: StopPorts): Handler {
  const { stopStore, replies } = ports;
  return handle(listStops, async ({ accountId, role, query }) => {
    const { beforeId, limit } = readPage(query);
    const { homeCountry } = await findAccount(ports, accountId);
    const stops =
      query.phone === undefined
        ? await stopStore.newestStops(accountId, beforeId, limit)
        : await findOne(ports, accountId, parsePhoneNumber(query.phone, homeCountry));
    const told = stops.filter(({ source }) => source === 'reply').map(({ phone }) => phone);
    const texts = await replies.findStopTexts(accountId, told);
    const proofs = new Map(texts.map((text) => [text.sender, text]));
    return give({
      stops: stops.map((stop) => toStopJson(stop, proofs.get(stop.phone), role)),
      count: await stopStore.countStops(accountId),
      next: query.phone === undefined ? nextOf(stops, limit) : null,
    });
  });
}

async function findOne(
  { stopStore }: StopPorts,
  accountId: number,
  phone: PhoneNumber | undefined,
): Promise<readonly StopEntry[]> {
  const entry = phone && (await stopStore.findStopOf(accountId, phone));
  return entry === undefined ? [] : [entry];
}

function toStopJson(stop: StopEntry, proof: ReplyRecord | undefined, role: Role) {
  const { id, phone, source, createdAtMs } = stop;
  return {
    id,
    phone: showPhone(phone, role),
    source,
    createdAt: createdAtMs,
    proof:
      proof === undefined
        ? null
        : {
            text: showText(proof.text ?? '', role),
            number: proof.receiver,
            at: proof.receivedAtMs,
          },
  };
}

function add(ports: StopPorts): Handler {
  return handle(addStops, async (asking) => {
    const { accountId, body } = asking;
    const { homeCountry } = await findAccount(ports, accountId);
    const read = body.phones.map((text) => ({ text, phone: parsePhoneNumber(text, homeCountry) }));
    const phones = [...new Set(read.flatMap(({ phone }) => (phone === undefined ? [] : [phone])))];
    const author = authorOf(asking, ports.clock);
    // Those of one turn share their commits.
    await Promise.all(
      phones.map((phone) =>
        ports.stopList.add({ accountId, phone, source: 'client', createdAtMs: author.atMs }),
      ),
    );
    const details = { phones: phones.length };
    await ports.audit.note(author, { action: 'stop.add', target: '', accountId, details });
    const wrong = read.filter(({ phone }) => phone === undefined).map(({ text }) => text);
    return give({ added: phones.length, wrong: wrong.slice(0, 100) });
  });
}

function remove(ports: StopPorts): Handler {
  return handle(removeStop, async (asking) => {
    const { accountId, params, body } = asking;
    const entry = await ports.stopStore.findStop(accountId, Number(params.stop));
    if (entry === undefined) return refuse('nothing is there');
    const details = { reason: body.reason };
    const noted = { action: 'stop.remove', target: params.stop, accountId, details };
    await ports.audit.note(authorOf(asking, ports.clock), noted);
    await ports.stopList.remove(accountId, entry.phone);
    return give({});
  });
}

const pageMax = 5_000;

/** A file that breaks off is never closed like a whole one. */
const exports = boundary('api.export', 'promise');

function exportAll({ stopStore }: StopPorts): Handler {
  const write = async (accountId: number, out: ReplyStream) => {
    await out.write('phone,source,since\r\n');
    for (let after = 0; !out.ended.aborted; ) {
      const page = await stopStore.listStops(accountId, after, pageMax);
      await out.write(page.map(line).join(''));
      after = page.at(-1)?.id ?? after;
      if (page.length < pageMax) break;
    }
    out.end();
  };
  return handle(exportStops, ({ accountId }) => ({
    ok: true,
    raw: {
      status: 200,
      headers: downloadHeaders('text/csv; charset=utf-8', 'stop-list.csv'),
      body: '',
      isFile: true,
      stream: (out) => exports.run(() => write(accountId, out), out.drop.bind(out)),
    },
  }));
}

function line({ phone, source, createdAtMs }: StopEntry): string {
  return `${formatPhone(phone)},${source},${new Date(createdAtMs).toISOString()}\r\n`;
}
