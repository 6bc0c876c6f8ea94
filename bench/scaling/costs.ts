/**
 * What a message costs, in µs of CPU on the reference machine (two cores at rest, docs/benchmarks.md): 139 in all, of
 * which 29 are the writer's and about 10 V8's own threads'. The main thread's 100 are split as `profile` splits
 * them, with garbage and Node's own share spread over them.
 */
export type Costs = {
  /** HTTP request read, checked and answered. */
  readonly request: number;
  readonly judging: number;
  /** Each of the four times that a message goes to the storage and comes back. */
  readonly storage: number;
  /** Each of the three PDUs of a message with its answer: submit, response, receipt. */
  readonly pdu: number;
  readonly submit: number;
  readonly receipt: number;
  readonly webhook: number;
  /** Metrics, pages and traces behind commits. */
  readonly followers: number;
  /** Each of four times: its statements and its share of the batch's text. */
  readonly written: number;
};

export const today: Costs = {
  request: 23.9,
  judging: 9.9,
  storage: 6.8,
  pdu: 4,
  submit: 4.2,
  receipt: 2,
  webhook: 17.5,
  followers: 3.3,
  written: 5.25,
};

/** A customer's bind in place of HTTP: a PDU comes in and is answered, another tells the receipt. */
export const bySmpp: Costs = { ...today, request: 2 * today.pdu, webhook: today.pdu };

/** The budget of docs/benchmarks.md: 58 µs in all. */
export const goal: Costs = {
  request: 13.7,
  judging: 3.4,
  storage: 1.43,
  pdu: 1.53,
  submit: 2.3,
  receipt: 1.7,
  webhook: 10.9,
  followers: 1.1,
  written: 2.25,
};

/** A message that crosses from one thread to another, packed with others: an assumption, not measured yet. */
export const crossingUs = 2;

/** A commit of the writer: its own CPU, and the disk. */
export const commit = { cpuUs: 190, diskUs: 300, most: 512 };

/**
 * A transaction of PostgreSQL: the server's CPU whatever it carries, for each message of it, and its disk and socket.
 * What each message costs follows from the rest: 3,540 a second with one transaction at a time, at 246 µs of the
 * server's CPU a message, are 325 transactions of 44.
 */
export const transaction = { cpuUs: 800, eachUs: 43, diskUs: 400, most: 512 };

/** WAL of a usual SMS on PostgreSQL, measured by `rows`. */
export const walBytes = 3_492;

/** The same with the rows of the budget, an assumption: half of the rows, half of the work. */
export const goalTransaction = { ...transaction, eachUs: 21 };

/** The simulation knows no garbage and no neighbours: it gives a fifth more than what was measured (the checks). */
export const measuredShare = 1 / 1.2;
