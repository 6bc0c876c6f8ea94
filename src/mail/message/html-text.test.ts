import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Clock, systemClock } from '#core/clock.ts';
import { HtmlTexts } from './html-text.ts';
import { stripTags } from './strip-tags.ts';

suite('the text part made from html', () => {
  test('reads as a person would read the page', async () => {
    await using texts = new HtmlTexts(systemClock);
    const html = [
      '<html><head><title>T</title><style>p { color: red }</style></head><body>',
      '<h1>Hello #FirstName#</h1><script>alert(1)</script><p>One &amp; two<br>three</p>',
      '<ul><li>first</li><li>second</li></ul><img src="x.png" alt="Our logo"><img src="y.png">',
      '<table><tr><td>left</td><td>right</td></tr></table></body></html>',
    ].join('\n');
    assert.equal(
      await texts.makeText(html),
      'Hello #FirstName#\n\nOne & two\nthree\n\n * first\n * second\n\nOur logo\n\nleft\n\nright',
    );
  });

  test('keeps links, also those that are filled in later, but not places of the page', async () => {
    await using texts = new HtmlTexts(systemClock);
    const html =
      '<a href="#UNSUBSCRIBE_LINK#">stop</a> <a href="https://example.com/?n=#NAME|url#">go</a> <a href="#top">top</a>';
    assert.equal(
      await texts.makeText(html),
      'stop <#UNSUBSCRIBE_LINK#> go <https://example.com/?n=#NAME|url#> top',
    );
  });

  test('answers several at a time, each with its own', async () => {
    await using texts = new HtmlTexts(systemClock);
    const answers = await Promise.all(['<b>a</b>', '<p>b', 'c'].map(texts.makeText));
    assert.deepEqual(answers, ['a', 'b', 'c']);
  });

  test('of a page that takes too long has lost its tags; the next one is converted again', async () => {
    let patient = false;
    const clock: Clock = {
      ...systemClock,
      after: (delayMs, call) => systemClock.after(patient || delayMs > 2_000 ? delayMs : 0, call),
    };
    await using texts = new HtmlTexts(clock);
    // Long enough to outlast a patience of nothing on any machine.
    const page = `<p>a page <img alt="and a picture"></p>${'<p>more</p>'.repeat(20_000)}`;
    assert.match(await texts.makeText(page), /^a page\s+more/);
    patient = true;
    assert.match(await texts.makeText(page), /^a page and a picture\s+more/);
  });

  test('of a page beyond a million characters is made in one pass', async () => {
    await using texts = new HtmlTexts(systemClock);
    const html = `<p>${'word '.repeat(250_000)}</p>`;
    assert.equal(await texts.makeText(html), 'word '.repeat(250_000).trim());
  });

  test('is still made when nothing is converted any more', async () => {
    const texts = new HtmlTexts(systemClock);
    await texts[Symbol.asyncDispose]();
    assert.equal(await texts.makeText('<p>late</p>'), 'late');
  });
});

suite('tags taken out', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['<p>One &lt;two&gt; &#233;&nbsp;</p><p>three</p>', 'One <two> é\n\nthree'],
    ['a<!-- > hidden <b> -->b', 'ab'],
    ['<style>p{}</style><SCRIPT>x<y</SCRIPT>text', 'text'],
    ['<script>never closed', 'never closed'],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['a<br/>b<hr>c', 'a\nb\nc'],
    ['cut <b', 'cut <b'],
  ];
  for (const [html, text] of rows) test(html, () => assert.equal(stripTags(html), text));

  test('out of what was made to be slow take no longer than out of any page', () => {
    for (const piece of ['<!--', '<script>', '<', '<a ', ' \n', '&', '</x', '<style></x']) {
      assert.equal(typeof stripTags(piece.repeat(100_000)), 'string');
    }
  });
});
