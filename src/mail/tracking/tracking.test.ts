import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { MailTokens } from '../tokens.ts';
import { changeLinks } from './html-links.ts';
import { readerOf } from './reader.ts';
import { TrackedLinks } from './tracked-links.ts';

const base = 'https://mail.acme.example';
const links = new TrackedLinks({
  base,
  key: Buffer.alloc(32, 2),
  tokens: new MailTokens(Buffer.alloc(32, 1)),
});
const mailId = 3_588;

function linksIn(html: string): string[] {
  const found: string[] = [];
  changeLinks(html, (url) => {
    found.push(url);
    return undefined;
  });
  return found;
}

function behind(url: string, place: 'c' | 'o'): string {
  return url.slice(`${base}/${place}/`.length);
}

suite('links of a page', () => {
  test('are found whatever their quotes, and read as browsers read them', () => {
    const html = `<A HREF="https://a.example/?x=1&amp;y=2">1</A> <a href='https://b.example'>
      <a class=x href=https://c.example/#top><area href = "https://d.example" shape=rect>
      <a
        title="a > b" href="https://e.example/&#x41;">`;
    assert.deepEqual(linksIn(html), [
      'https://a.example/?x=1&y=2',
      'https://b.example',
      'https://c.example/#top',
      'https://d.example',
      'https://e.example/A',
    ]);
  });

  test('are none in comments, scripts, styles and what never ends', () => {
    const link = '<a href="https://a.example">';
    const none = [
      `<!-- ${link} -->`,
      `<script>${link}</script>`,
      `<style>${link}</style>`,
      `<title>${link}</title >`,
      `<!-- ${link}`,
      '<a href="https://a.example',
      '<a data-no-track href="https://a.example">',
      '<abbr href="https://a.example">',
      '<link href="https://a.example">',
      '< a href="https://a.example">',
      '<a data-href="https://a.example">',
    ];
    for (const html of none) assert.deepEqual(linksIn(html), [], html);
    assert.deepEqual(linksIn(`<script>${link}`), ['https://a.example']);
  });

  test('the page around them stays as it is, octet by octet', () => {
    const html = `<p title='<a href="x">'>é&nbsp;<a href='u' data-x>`;
    assert.equal(
      changeLinks(html, () => undefined),
      html,
    );
    assert.equal(
      changeLinks('<a href=u>x</a><a href="u">', () => 'v\'&="'),
      '<a href=v&#39;&#38;&#61;&#34;>x</a><a href="v&#39;&#38;&#61;&#34;">',
    );
  });

  test('whatever the page is, it ends, and nothing is lost', () => {
    const piece = fc.constantFrom(
      '<a ',
      'href=',
      '"',
      "'",
      '>',
      '<!--',
      '-->',
      '<script>',
      '</',
      ' ',
      'x',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => {
        const html = pieces.join('');
        assert.equal(
          changeLinks(html, () => undefined),
          html,
        );
      }),
    );
    for (const strange of ['<a ', '<a href="', '<script>', '<', '<a x=', '<a"', '<a/ ']) {
      const html = strange.repeat(200_000 / strange.length);
      assert.equal(
        changeLinks(html, () => undefined),
        html,
        strange,
      );
    }
  });
});

suite('tracked links', () => {
  test('lead where the mail said, and nowhere else', () => {
    const url = 'https://shop.example/é?a=1&b=#c';
    const link = links.linkTo(mailId, url) ?? '';
    const path = behind(link, 'c');
    assert.deepEqual(links.readLink(path), { mailId, url });
    const [token = '', mac = '', written = ''] = path.split('/');
    const evil = Buffer.from('https://evil.example').toString('base64url');
    const other = behind(links.linkTo(mailId + 1, url) ?? '', 'c').split('/')[0] ?? '';
    const forged = [
      `${token}/${mac}/${evil}`,
      `${other}/${mac}/${written}`,
      `${token}/${mac.slice(1)}/${written}`,
      `${token}//${written}`,
      `${token}/${mac}/${written}/x`,
      '',
    ];
    for (const each of forged) assert.equal(links.readLink(each), undefined, each);
  });

  test('only what a browser goes to is tracked, and no page of ours', () => {
    const untracked = [
      'mailto:a@b.example',
      'tel:+33612345678',
      'javascript:alert(1)',
      '#top',
      '/u/token',
      'https://',
      `${base}/u/token`,
      `https://a.example/${'x'.repeat(2_000)}`,
    ];
    for (const url of untracked) assert.equal(links.linkTo(mailId, url), undefined, url);
  });

  test('an image at the end of the page tells that it was opened', () => {
    const html = '<body><p>Hi</p></body></html>';
    const tracked = links.track(html, mailId, { opens: true, clicks: true });
    const src = /<p>Hi<\/p><img src="(?<src>[^"]+)"[^>]*><\/body>/.exec(tracked)?.groups?.['src'];
    assert.equal(links.readPixel(behind(src ?? '', 'o')), mailId);
    assert.equal(links.track(html, mailId, { opens: false, clicks: true }), html);
    assert.match(links.track('Hi', mailId, { opens: true, clicks: false }), /^Hi<img /);
  });
});

function of(userAgent: string, sinceSentMs = 60_000, method = 'GET') {
  return readerOf({ userAgent, sinceSentMs, method });
}

test('machines that look at a mail are told from people who read it', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const google =
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)';
  assert.equal(of(firefox), 'person');
  assert.equal(of(firefox, 500), 'machine');
  assert.equal(readerOf({ userAgent: firefox, sinceSentMs: undefined, method: 'GET' }), 'machine');
  assert.equal(of(firefox, 60_000, 'HEAD'), 'machine');
  assert.equal(of(google), 'proxy');
  for (const machine of ['', 'Mozilla/5.0', 'BarracudaCentral', 'curl/8.0', 'Googlebot/2.1']) {
    assert.equal(of(machine), 'machine', machine);
  }
});
