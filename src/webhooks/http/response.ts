/**
 * One HTTP/1.1 response as a value: octets in, progress out. A broken head is no HTTP; past the head
 * the status stands, and a body that is broken, cut or too big is only noted.
 */
import { ResponseBody } from './body.ts';
import { ResponseHead } from './head.ts';

/** `surplus`: complete, but more came than belongs to it. */
export type Progress = 'more' | 'complete' | 'surplus' | 'broken head' | 'big head' | 'broken body';

export class HttpResponse {
  readonly head = new ResponseHead();
  /** Undefined until the head is complete. */
  #body: ResponseBody | undefined;

  /** Whether the head was read to its end. */
  get hasHead(): boolean {
    return this.#body !== undefined;
  }

  /** What is wrong, once something is. */
  get fault(): string {
    return this.head.fault === '' ? (this.#body?.fault ?? '') : this.head.fault;
  }

  /** The beginning of the body, as text. */
  get bodyText(): string {
    return this.#body?.text ?? '';
  }

  read(octets: Buffer): Progress {
    if (this.#body !== undefined) return this.#readBody(this.#body, octets);
    const progress = this.head.read(octets);
    if (progress === 'more') return 'more';
    if (progress !== 'complete') return progress === 'broken' ? 'broken head' : 'big head';
    this.#body = new ResponseBody(this.head.framing);
    const rest = octets.subarray(this.head.consumed);
    const begun = this.#body.begin();
    if (begun === 'broken') return 'broken body';
    if (begun === 'complete') return rest.length === 0 ? 'complete' : 'surplus';
    return rest.length === 0 ? 'more' : this.#readBody(this.#body, rest);
  }

  /** The sender has closed its side. */
  end(): Progress {
    if (this.#body === undefined) return 'broken head';
    return this.#body.end() === 'complete' ? 'complete' : 'broken body';
  }

  #readBody(body: ResponseBody, octets: Buffer): Progress {
    const progress = body.read(octets);
    if (progress === 'broken') return 'broken body';
    if (progress === 'more') return 'more';
    return body.consumed === octets.length ? 'complete' : 'surplus';
  }
}
