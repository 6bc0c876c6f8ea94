import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { formatIsoTime } from '#api/commands/account-time.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import {
  account,
  assertRefused,
  callerOf,
  liveKey,
  openApiWorld,
  testKey,
} from '#test/harness/api-world.ts';
import { openTemporaryStorage } from '#test/harness/temporary-storage.ts';

/** The API over a real storage; the test key is that of a stranger. */
async function openBook() {
  await using stack = new AsyncDisposableStack();
  const storage = stack.use(await openTemporaryStorage());
  const [mine, stranger] = [await create(storage), await create(storage)];
  const world = stack.use(
    await openApiWorld({
      addressBook: storage.addressBook,
      stopped: async (_account, phones) => new Set(phones.filter((phone) => phone === stopped)),
      authenticate: async (key) =>
        key === liveKey ? callerOf('live', mine) : callerOf('test', stranger),
    }),
  );
  const post = (command: string, parameters: object, apiKey = liveKey) =>
    world.ask(`/v1/${command}`, {
      method: 'POST',
      body: JSON.stringify({ apiKey, ...parameters }),
    });
  const added = await post('group/add', { name: 'Friends' });
  const opened = stack.move();
  return {
    world,
    post,
    groupId: added.body['groupId'] as number,
    addContact: (contact: object) =>
      post('contact/add', { groupId: added.body['groupId'], contact }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const stopped = '33612345671' as PhoneNumber;

function create({ accounts }: Awaited<ReturnType<typeof openTemporaryStorage>>) {
  const { name, email, currency, homeCountry, balance, testBalance } = account;
  const wanted = { name, email, currency, homeCountry, balance, testBalance, createdAtMs: 0 };
  return accounts.createAccount(wanted, 'test');
}

suite('the address book', () => {
  test('a group is made, listed, renamed and removed', async () => {
    await using book = await openBook();
    const { groupId, post, world } = book;
    const renamed = await post('group/update', { groupId: String(groupId), name: 'Kin' });
    assert.equal(renamed.status, 200, renamed.text);
    const { body } = await world.ask(`/v1/group/list?apiKey=${liveKey}`);
    const createdAt = formatIsoTime(world.clock.nowMs());
    assert.deepEqual(body['groups'], [{ id: groupId, name: 'Kin', createdAt }]);
    assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
    const gone = await world.ask(`/v1/group/delete?apiKey=${liveKey}&groupId=${groupId}`, {
      method: 'DELETE',
    });
    assert.deepEqual(gone.body, { success: true, code: 200 });
    assertRefused(await post('group/delete', { groupId }), 404, 4, 'groupId');
  });

  test('groups are told by twenty where a page is asked for, and all at once otherwise', async () => {
    await using book = await openBook();
    const { post } = book;
    const names = Array.from({ length: 21 }, (_, place) => `Group ${place}`);
    for (const name of names) assert.equal((await post('group/add', { name })).status, 200);
    const list = async (wish: object) => {
      const { body } = await post('group/list', wish);
      const groups = body['groups'] as readonly { readonly name: string }[];
      return [body['currentPage'], body['total'], groups.length];
    };
    const total = names.length + 1;
    assert.deepEqual(await list({}), [undefined, undefined, total]);
    assert.deepEqual(await list({ page: 1 }), [1, total, 20]);
    assert.deepEqual(await list({ page: '2' }), [2, total, 2]);
    assert.deepEqual(await list({ page: 3 }), [3, total, 0]);
    assertRefused(await post('group/list', { page: 0 }), 400, 9, 'page');
  });

  test('a contact is told back as it was written, with its id', async () => {
    await using book = await openBook();
    const contact = {
      phoneNumber: '06 12 34 56 70',
      firstname: 'Zoé',
      lastname: 'Éxample',
      date: '2024-02-29',
      url: 'https://example.com/a?b=c',
      custom1: '<b>&',
    };
    const { body } = await book.addContact(contact);
    const { contactId, ...told } = body['contact'] as { readonly contactId: number };
    const rest = { custom2: '', custom3: '', custom4: '' };
    assert.deepEqual(told, { ...contact, phoneNumber: '+33612345670', ...rest });
    const asked = `/v1/contact/detail?apiKey=${liveKey}&contactId=${contactId}`;
    const found = (await book.world.ask(asked)).body['contact'];
    assert.partialDeepStrictEqual(found, {
      contactId,
      phone: '+33612345670',
      custom1: '<b>&',
      stopSms: false,
      groupId: book.groupId,
    });
    const xml = await book.world.ask(`${asked}&_format=xml`);
    assert.match(xml.text, /<contact><contactId>\d+<\/contactId><phone>\+33612345670<\/phone>/);
    assert.match(xml.text, /<custom1>&lt;b&gt;&amp;<\/custom1>/);
  });

  test('a change touches what it names, and empties what it gives empty', async () => {
    await using book = await openBook();
    const { body } = await book.addContact({
      phoneNumber: '0612345670',
      firstname: 'A',
      custom1: 'x',
    });
    const { contactId } = body['contact'] as { readonly contactId: number };
    const changed = await book.post('contact/update', { contactId, custom1: '', lastname: 'B' });
    assert.partialDeepStrictEqual(changed.body['contact'], {
      phone: '+33612345670',
      firstname: 'A',
      lastname: 'B',
      custom1: '',
    });
    await book.addContact({ phoneNumber: '0612345672' });
    const taken = await book.post('contact/update', { contactId, phoneNumber: '0612345672' });
    assertRefused(taken, 409, 15, 'phoneNumber');
  });

  test('of a list the good contacts are taken and the others counted', async () => {
    await using book = await openBook();
    await book.addContact({ phoneNumber: '0612345670' });
    const { body } = await book.post('contact/add', {
      groupId: book.groupId,
      contactsList: [
        { phoneNumber: '0612345670' },
        { phoneNumber: '+33612345671', firstname: 'Stopped' },
        { phoneNumber: '33 6 12 34 56 71' },
        { phoneNumber: '12' },
        { phoneNumber: '0612345673', date: '2023-02-29' },
        { phoneNumber: '0612345674', url: 'javascript:alert(1)' },
        { phoneNumber: '0612345675', firstname: 'x'.repeat(33) },
        { firstname: 'Nobody' },
        'text',
      ],
    });
    assert.deepEqual(body['groupe'], { name: 'Friends', token: book.groupId });
    assert.deepEqual(body['rapport'], {
      nbline: 9,
      nbline_imported: 1,
      nbline_updated: 0,
      errors: {
        stopSms: 1,
        invalidePhone: 1,
        duplicatePhone: 1,
        allreadyInGroupe: 1,
        urlInvalide: 1,
        dateInvalide: 1,
        fieldInvalide: 1,
        empty: 2,
      },
    });
    const results = body['results'] as readonly { readonly message: string }[];
    assert.equal(results.length, 8);
    for (const { message } of results) assert.doesNotMatch(message, /\{/);
  });

  test('an XML list of one contact is a list', async () => {
    await using book = await openBook();
    const body = `<r><apiKey>${liveKey}</apiKey><groupId>${book.groupId}</groupId><contactsList><item>
      <phoneNumber>+33612345670</phoneNumber></item></contactsList></r>`;
    const reply = await book.world.ask('/v1/contact/add', { method: 'POST', body });
    assert.match(reply.text, /<nbline_imported>1<\/nbline_imported>/);
  });

  test('contacts are listed twenty to a page', async () => {
    await using book = await openBook();
    const contactsList = Array.from({ length: 45 }, (_, index) => ({
      phoneNumber: `+336123456${10 + index}`,
    }));
    await book.post('contact/add', { groupId: book.groupId, contactsList });
    const ask = (page: number | string) =>
      book.world.ask(`/v1/contact/list?apiKey=${liveKey}&groupId=${book.groupId}&page=${page}`);
    const third = await ask(3);
    assert.partialDeepStrictEqual(third.body, { currentPage: 3, total: 45 });
    const contacts = third.body['contacts'] as readonly { readonly phone: string }[];
    assert.deepEqual(
      contacts.map(({ phone }) => phone),
      ['+33612345650', '+33612345651', '+33612345652', '+33612345653', '+33612345654'],
    );
    assert.deepEqual((await ask(4)).body['contacts'], []);
    for (const page of [0, -1, 'x', '1.5']) assertRefused(await ask(page), 400, 9, 'page');
  });

  test('what is missing, wrong or too much is named', async () => {
    await using book = await openBook();
    const { groupId, post, addContact } = book;
    assertRefused(await post('group/add', {}), 400, 2, 'name');
    assertRefused(await post('group/add', { name: 'x'.repeat(101) }), 400, 9, 'name');
    assertRefused(await post('group/add', { name: 'a\nb' }), 400, 9, 'name');
    assertRefused(await post('group/add', { name: ['a'] }), 400, 9, 'name');
    assertRefused(await post('contact/add', {}), 400, 1, 'groupId', 'contact');
    assertRefused(await post('contact/add', { groupId }), 400, 2, 'contact');
    assertRefused(await post('contact/add', { groupId, contact: 'x' }), 400, 2, 'contact');
    assertRefused(await addContact({}), 400, 2, 'phoneNumber');
    assertRefused(await addContact({ phoneNumber: '12' }), 400, 9, 'phoneNumber');
    assertRefused(await addContact({ phoneNumber: '0612345670', date: 'soon' }), 400, 9, 'date');
    const long = 'x'.repeat(256);
    assertRefused(
      await addContact({ phoneNumber: '0612345670', custom4: long }),
      400,
      9,
      'custom4',
    );
    const contactsList = Array.from({ length: 501 }, () => ({}));
    assertRefused(await post('contact/add', { groupId, contactsList }), 400, 50, 'contactsList');
    for (const id of ['x', '-1', 0, 9_999, '1e3']) {
      assertRefused(await post('contact/add', { groupId: id, contact: {} }), 404, 4, 'groupId');
      assertRefused(await post('contact/delete', { contactId: id }), 404, 4, 'contactId');
    }
    assertRefused(await post('contact/update', {}), 400, 1, 'contactId');
  });

  test('the book of another account is as unknown as none', async () => {
    await using book = await openBook();
    const { body } = await book.addContact({ phoneNumber: '0612345670' });
    const { contactId } = body['contact'] as { readonly contactId: number };
    const { groupId, post } = book;
    const asStranger = (command: string, parameters: object) => post(command, parameters, testKey);
    const contact = { phoneNumber: '0612345671' };
    assertRefused(await asStranger('group/update', { groupId, name: 'x' }), 404, 4, 'groupId');
    assertRefused(await asStranger('group/delete', { groupId }), 404, 4, 'groupId');
    assertRefused(await asStranger('contact/list', { groupId }), 404, 4, 'groupId');
    assertRefused(await asStranger('contact/add', { groupId, contact }), 404, 4, 'groupId');
    assertRefused(await asStranger('contact/detail', { contactId }), 404, 4, 'contactId');
    assertRefused(await asStranger('contact/update', { contactId }), 404, 4, 'contactId');
    assertRefused(await asStranger('contact/delete', { contactId }), 404, 4, 'contactId');
    const { body: listed } = await asStranger('group/list', {});
    assert.deepEqual(listed['groups'], []);
  });
});

suite('a send to groups', () => {
  const message = 'Hello';

  test('goes to their contacts and to the phones that are written, to each once', async () => {
    await using book = await openBook();
    const { groupId, post, world } = book;
    await book.addContact({ phoneNumber: '0612345670' });
    await book.addContact({ phoneNumber: '0612345672' });
    const other = (await post('group/add', { name: 'Kin' })).body['groupId'] as number;
    const contact = { phoneNumber: '0612345673' };
    await post('contact/add', { groupId: other, contact });
    const phoneNumbers = '+33612345679, 06 12 34 56 70';
    const asked = [
      { groupId },
      { groupId: `${groupId},${other}` },
      { groupId: [groupId, String(other), groupId], phoneNumbers },
    ];
    for (const each of asked) {
      const { status, text } = await post('send', { message, ...each });
      assert.equal(status, 200, text);
    }
    assert.deepEqual(
      world.sent.map(({ phones }) => phones),
      [
        ['33612345670', '33612345672'],
        ['33612345670', '33612345672', '33612345673'],
        ['33612345679', '33612345670', '33612345672', '33612345673'],
      ],
    );
  });

  test('is the same request when it is repeated, no matter who has joined meanwhile', async () => {
    await using book = await openBook();
    const { groupId, post, world } = book;
    await book.addContact({ phoneNumber: '0612345670' });
    await post('send', { message, groupId, idempotencyKey: 'a' });
    await book.addContact({ phoneNumber: '0612345672' });
    await post('send', { message, groupId: String(groupId), idempotencyKey: 'a' });
    await post('send', { message, phoneNumbers: '0612345670', idempotencyKey: 'a' });
    const [first, again, other] = world.sent.map(({ idempotency }) => idempotency?.fingerprint);
    assert.equal(first, again);
    assert.notEqual(first, other);
  });

  test('is refused where nobody is there, or more than fit', async () => {
    await using book = await openBook();
    const { groupId, post, world } = book;
    assertRefused(await post('send', { message, groupId }), 400, 55, 'groupId');
    const contactsList = Array.from({ length: 500 }, (_, index) => ({
      phoneNumber: `+336${20_000_000 + index}`,
    }));
    await post('contact/add', { groupId, contactsList });
    assert.equal((await post('send', { message, groupId })).status, 200);
    const oneMore = { message, groupId, phoneNumbers: '0612345670' };
    assertRefused(await post('send', oneMore), 400, 50, 'groupId');
    const groups = Array.from({ length: 51 }, (_, index) => index + 1);
    assertRefused(await post('send', { message, groupId: groups }), 400, 50, 'groupId');
    assert.equal(world.sent.length, 1);
  });

  test('is refused where a group is unknown or another’s, or a number is fiction', async () => {
    await using book = await openBook();
    const { groupId, post } = book;
    for (const unknown of ['x', 0, 9_999, `${groupId},9999`, { a: 1 }, true]) {
      assertRefused(await post('send', { message, groupId: unknown }), 404, 4, 'groupId');
    }
    assertRefused(await post('send', { message, groupId }, testKey), 404, 4, 'groupId');
    assertRefused(await post('send', { groupId: 'x' }), 400, 43, 'message', 'groupId');
    await book.addContact({ phoneNumber: '+33639980001' });
    assertRefused(await post('send', { message, groupId }), 400, 9, 'phoneNumbers');
    const wrong = await post('send', { message, groupId, phoneNumbers: '12' });
    assertRefused(wrong, 400, 9, 'phoneNumbers');
  });

  test('is previewed as well', async () => {
    await using book = await openBook();
    const { groupId, post } = book;
    assertRefused(await post('preview', { message, groupId }), 400, 55, 'groupId');
  });
});
