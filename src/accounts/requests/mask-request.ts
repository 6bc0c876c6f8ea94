/**
 * What people may see of a request and its answer: the names of all fields, and of the values only those that are known
 * to be no secret, no content and nobody's. Phones and addresses are masked as in the log.
 */
import { maskAddress, maskPhone } from '#core/log.ts';

/** Fields whose values are kept as they are, in lower case. Any other value is told by its length. */
const keptNames: ReadonlySet<string> = new Set(
  `success code status statut state type gamme format encoding kind event events event_type
   date datelocal scheduleddeliverydate minute validity interval since until newerthan createdat startedat endedat
   answeredat heardat receivedat rentedat paiduntil deferreduntil month year
   id messageid message_id contactid groupid endpointid eventid replayid campaignid stopid unsubscribeid elementid
   after before limit page currentpage next hasmore wait tag priority marketing sandbox dryrun strict default
   isstopsms isunicode transliterate unsubscribe trackopens trackclicks isactive ordering outcome overlap
   maxinflight ratepersecond timeoutms autodisable schedule
   balance credit credits creditsms creditsmslowcost creditsmseco credithlr creditmail credittoattribute
   subaccountcredit cost price unitprice minuteprice monthlyprice currency solde
   found toSend total sms mail nbdata nbmail nbsms nb_send nb_sms nbline nbline_imported nbline_updated recipients
   failing owed units segments seconds durationms countrycode network mode language domain
   statutresponselist statutresponse_list smsresponse_list smsstatus_list smsstatut_list ignored`
    .toLowerCase()
    .split(/\s+/),
);

/** Fields that hold phones and addresses. */
const personNames: ReadonlySet<string> = new Set(
  `to from email e164 phone phonenumber phonenumbers number numbers caller target international national replyto cc bcc
   mailto virtualnumber contact contacts contactslist recipients smslist value param`.split(/\s+/),
);

const secretNames: ReadonlySet<string> = new Set(
  'apikey api_key key secret secrets token tokensubaccount password pass passwd authorization'.split(
    ' ',
  ),
);

/** Fields that hold sentences of ours, or a name that is a phone at times. */
const sentenceNames: ReadonlySet<string> = new Set(
  'reason cause error sender user username'.split(' '),
);

/** Fields whose members clients name. */
const freeNames: ReadonlySet<string> = new Set(
  'variables parameters params metadata headers payload'.split(' '),
);

/** Of a masked text. */
const maskedTextMax = 4_000;
const depthMax = 6;
const listMax = 20;
const valuesMax = 300;
const lineMax = 200;
const nameMax = 60;

/**
 * JSON of at most 4,000 characters. `value` is what JSON can say; in an answer the message of a refusal, also of one
 * recipient among others, is a sentence of ours, and no content.
 */
export function maskFields(value: unknown, { isAnswer = false } = {}): string {
  const masked = new Masking(isAnswer).mask(value, '', 0);
  const text = JSON.stringify(masked);
  return text.length <= maskedTextMax ? text : `${text.slice(0, maskedTextMax - 1)}…`;
}

/** A sentence or a path, at most 200 characters, in which phones, addresses and what may be a key are masked. */
export function maskText(text: string): string {
  return text
    .slice(0, lineMax)
    .replace(/[^\s@"'<>(),:;/]+@[^\s@"'<>(),:;/]+/g, maskAddress)
    .replace(/(?<![\w-])[A-Za-z0-9_-]{22,}(?![\w-])/g, '***')
    .replace(/\+?(?<!\w)\d{7,15}(?!\w)/g, maskPhone);
}

class Masking {
  readonly #isAnswer: boolean;
  #valuesLeft = valuesMax;

  constructor(isAnswer: boolean) {
    this.#isAnswer = isAnswer;
  }

  mask(value: unknown, name: string, depth: number): unknown {
    if (this.#valuesLeft <= 0 || depth > depthMax) return '…';
    if (Array.isArray(value)) return this.#maskList(value, name, depth);
    if (typeof value === 'object' && value !== null) return this.#maskMembers(value, name, depth);
    this.#valuesLeft -= 1;
    return maskValue(value, name);
  }

  #maskList(list: readonly unknown[], name: string, depth: number): unknown {
    const shown = list
      .slice(0, listMax)
      .map((element: unknown) => this.mask(element, name, depth + 1));
    const more = list.length - shown.length;
    return more > 0 ? [...shown, `… +${more}`] : shown;
  }

  #maskMembers(members: object, name: string, depth: number): unknown {
    const entries = Object.entries(members);
    if (freeNames.has(name)) return hidden(entries.length);
    const isRefusal =
      this.#isAnswer && entries.some(([key, value]) => key === 'success' && value === false);
    const shown = entries.slice(0, valuesMax).flatMap(([key, value]) => {
      if (this.#valuesLeft <= 0) return [];
      const label = maskText(key).slice(0, nameMax);
      const meant = isRefusal && key === 'message' ? 'reason' : key.toLowerCase();
      return [[label, this.mask(value, meant, depth + 1)]];
    });
    return Object.fromEntries(shown);
  }
}

/** Of a text its characters are counted, of an object its members; in no language, as readers have several. */
function hidden(count: number): string {
  return `*** (${count})`;
}

function maskValue(value: unknown, name: string): unknown {
  if (typeof value === 'boolean' || value === '') return value;
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value);
  if (secretNames.has(name)) return '***';
  if (personNames.has(name)) return maskPerson(text);
  if (sentenceNames.has(name)) return maskText(text);
  if (name.includes('url')) return maskUrl(text);
  if (!keptNames.has(name)) return hidden(text.length);
  return typeof value === 'number' ? value : text.slice(0, nameMax);
}

function maskPerson(text: string): string {
  if (text.length <= 320 && text.includes('@')) return maskAddress(text);
  const digits = text.replace(/[\s().-]/g, '');
  return /^\+?\d{7,15}$/.test(digits) ? maskPhone(digits) : hidden(text.length);
}

/** What stands behind its host may open something. */
function maskUrl(text: string): string {
  const url = URL.parse(text);
  return url === null ? hidden(text.length) : `${url.protocol}//${url.host}/…`;
}
