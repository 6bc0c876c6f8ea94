/** What a frame shows of a mail: nothing that runs, nothing from elsewhere. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { showHtml } from './shown-html.ts';

const none = new Map<string, string>();
const shown = (html: string) => showHtml(html, none).html;

suite('shown html', () => {
  test('what runs is left out, however it is written', () => {
    for (const html of [
      '<script>alert(1)</script>',
      '<SCRIPT\n>alert(1)</sCript foo>',
      '<img src=x onerror=alert(1)>',
      '<img src="x"onerror="alert(1)">',
      '<svg><script>alert(1)</script></svg>',
      '<math><mi xlink:href="javascript:alert(1)"></mi></math>',
      '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
      '<object data="javascript:alert(1)"></object>',
      '<a href="javascript:alert(1)">',
      '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">',
      '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
      '<base href="javascript:alert(1)//">',
      '<body onload=alert(1)>',
      '<div style="background:url(javascript:alert(1))">',
      '<style>@import "javascript:alert(1)";</style>',
      '<script>alert(1)',
      '<img """><script>alert(1)</script>">',
      '<!--><img src=x onerror=alert(1)>',
      '<textarea><img src=x onerror=alert(1)></textarea>',
    ]) {
      assert.doesNotMatch(shown(html), /alert|javascript|onerror|onload|<script/i, html);
    }
  });

  test('what stands behind an element without an end is kept', () => {
    assert.equal(shown('<embed src="x"><p>The end</p>'), '<p>The end</p>');
  });

  test('what is elsewhere is left out and counted', () => {
    const html =
      '<img src="https://a.example/p.gif"><table background=//b.example/c><p style="background: url(\'https://c.example\')">' +
      '<style>p{background:url(https://d.example/x)}</style><img srcset="https://e.example/1 2x">';
    const { html: rest, remote } = showHtml(html, none);
    assert.doesNotMatch(rest, /example/);
    assert.equal(remote, 5);
  });

  test('what people read stays: texts, tables, styles, images of the mail itself', () => {
    const images = new Map([['logo@x', 'data:image/png;base64,AAAA']]);
    const html =
      '<table width="100%"><tr><td style="color:red">Hé & "1 < 2"</td></tr></table><img src="cid:logo%40x" alt="L">';
    assert.equal(
      showHtml(html, images).html,
      '<table width="100%"><tr><td style="color:red">Hé & "1 &lt; 2"</td></tr></table><img src="data:image/png;base64,AAAA" alt="L">',
    );
  });

  test('any text is taken, and no script comes of it', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      'a',
      ' ',
      '/',
      '=',
      'style',
      'script',
      '!--',
      '-->',
      'on',
      '&',
      'é',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const once = shown(pieces.join(''));
        assert.doesNotMatch(once, /<script[\s/>]/i);
      }),
    );
  });

  test('a page of tags that never end costs no more than its length', () => {
    assert.equal(shown('<a "'.repeat(200_000)), '');
  });
});
