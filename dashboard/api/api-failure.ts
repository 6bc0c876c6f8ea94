/** What a call that did not do what it should tells the page. */

export type FieldProblem = {
  /** The path of the field in what was sent: `phones.0`. */
  readonly field: string;
  readonly message: string;
};

export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  /** 0: no answer came. */
  readonly status: number;
  /** The server's own word for it (`nothing is there`), by which a page knows what to do. */
  readonly word: string;
  /** What to do about it; empty: the message says it. */
  readonly fix: string;
  readonly requestId: string | undefined;
  readonly fields: readonly FieldProblem[];
  readonly retryAfterS: number | undefined;

  constructor(told: Pick<ApiFailure, 'status' | 'word'> & Partial<Omit<ApiFailure, 'name'>>) {
    super(told.message ?? '', { cause: told.cause });
    this.status = told.status;
    this.word = told.word;
    this.fix = told.fix ?? '';
    this.requestId = told.requestId;
    this.fields = told.fields ?? [];
    this.retryAfterS = told.retryAfterS;
  }

  /** Whether the same call may do better later. */
  get mayRetry(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** The refusal that a body of the server says. */
export function failureOf(
  status: number,
  body: unknown,
  headers: Pick<Headers, 'get'>,
): ApiFailure {
  const told = typeof body === 'object' && body !== null ? (body as Told) : {};
  const retryAfter = headers.get('retry-after');
  return new ApiFailure({
    status,
    word: told.word ?? 'something broke',
    message: told.message ?? '',
    fix: told.fix ?? '',
    requestId: told.requestId ?? headers.get('x-request-id') ?? undefined,
    fields: (told.errors ?? []).flatMap(fieldOf),
    retryAfterS: retryAfter === null ? undefined : Number(retryAfter),
  });
}

type Told = {
  readonly word?: string;
  readonly message?: string;
  readonly fix?: string;
  readonly requestId?: string;
  readonly errors?: readonly { readonly elementId?: string; readonly message?: string }[];
};

/** The interface writes `children[a].children[b].data`. */
function fieldOf({ elementId = '', message = '' }: { elementId?: string; message?: string }) {
  const names = [...elementId.matchAll(/children\[([^\]]*)\]/g)].map(([, name = '']) => name);
  const field = names.join('.');
  return field === '' ? [] : [{ field, message }];
}
