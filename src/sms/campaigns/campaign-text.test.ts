import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { noDetails } from '#accounts/address-book/contact.ts';
import { fillText, findUnknownField, lacksField } from './campaign-text.ts';

const ada = { ...noDetails, firstname: 'Ada', custom1: '#LASTNAME#' };

suite('the text of a campaign', () => {
  test('has the details of each contact, which are not looked through again', () => {
    assert.equal(fillText('#FIRSTNAME# #custom1##URL#!', ada), 'Ada #LASTNAME#!');
    assert.equal(fillText('#1 of # and #constructor#', ada), '#1 of # and ');
  });

  test('names no other fields', () => {
    assert.equal(findUnknownField('#FirstName# #CUSTOM4# #1#'), undefined);
    assert.equal(findUnknownField('#FIRSTNAME# #constructor#'), '#constructor#');
  });

  test('lacks what is not said of a contact', () => {
    assert.equal(lacksField('#FIRSTNAME#', ada), false);
    assert.equal(lacksField('#FIRSTNAME# #LASTNAME#', ada), true);
  });
});
