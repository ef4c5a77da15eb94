import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readEvent } from './event.ts';

const SECRET = 'whsec_the_one_and_only';
const now = () => Math.floor(Date.now() / 1000);
const event = {
  id: 'evt_1',
  type: 'customer.subscription.updated',
  created: 1_767_225_600,
  data: { object: { id: 'sub_1', customer: 'cus_1' } },
};
const mac = (at: number | string, body: Buffer | string, secret = SECRET) =>
  createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex');
const header = (body: Buffer | string, at: number = now(), secret = SECRET) => `t=${at},v1=${mac(at, body, secret)}`;

function read(body: unknown, signature?: string, secrets = [SECRET]) {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return readEvent(bytes, signature ?? header(bytes), secrets);
}
const refused = expect.objectContaining({ code: 'invalid_signature', status: 401 });

describe('the signature of a delivery', () => {
  test('verifies the signature of the received bytes', () => {
    const text = JSON.stringify(event, null, 2);
    expect(read(text)).toEqual({
      id: 'evt_1',
      type: 'customer.subscription.updated',
      created_at: new Date('2026-01-01T00:00:00Z'),
      about: { customer_id: 'cus_1', subscription_id: 'sub_1' },
    });
    expect(() => read(JSON.stringify(event), header(text))).toThrow(refused);
    expect(() => read(`\u{feff}${text}`, header(text))).toThrow(refused);
    expect(() => read(`${text}\n`, header(text))).toThrow(refused);
    const bytes = Buffer.from([0x22, 0xff, 0x22]);
    expect(() => read(bytes, header('"x"'))).toThrow(refused);
  });

  test('accepts a signature up to five minutes old, or as far ahead', () => {
    const text = JSON.stringify(event);
    for (const seconds of [0, -295, 295]) expect(read(text, header(text, now() + seconds)).id).toBe('evt_1');
    for (const seconds of [-305, 305, -86_400, 86_400, 1e9])
      expect(() => read(text, header(text, now() + seconds))).toThrow(refused);
  });

  test('matches any current secret: two during a rotation, and the new one afterwards', () => {
    const text = JSON.stringify(event);
    const [old, fresh] = ['whsec_old', 'whsec_new'];
    for (const secret of [old, fresh]) expect(read(text, header(text, now(), secret), [fresh, old]).id).toBe('evt_1');
    expect(() => read(text, header(text, now(), old), [fresh])).toThrow(refused);
    // Stripe itself signs with both secrets for a day.
    const both = `t=${now()},v1=${mac(now(), text, old)},v1=${mac(now(), text, fresh)},v0=${'0'.repeat(64)}`;
    expect(read(text, both, [fresh]).id).toBe('evt_1');
  });

  test.each([
    '',
    't=',
    'nonsense',
    ',,,',
    '=',
    `v1=${mac(now(), JSON.stringify(event))}`,
    `t=${now()}`,
    `t=${now()},v1=`,
    `t=${now()},v1=${'0'.repeat(64)}`,
    `t=${now()},v0=${mac(now(), JSON.stringify(event))}`,
    `t=x${now()},v1=${mac(`x${now()}`, JSON.stringify(event))}`,
    `t=NaN,v1=${mac('NaN', JSON.stringify(event))}`,
    `t=-1,v1=${mac('-1', JSON.stringify(event))}`,
    `t=1,${header(JSON.stringify(event))}`,
    `${header(JSON.stringify(event))},t=9999999999`,
    `t=${now()},v1=${'é'.repeat(64)}`,
  ])('%j is none', (signature) => expect(() => read(event, signature)).toThrow(refused));
});

describe('the subject of a delivery', () => {
  const about = (type: string, object: unknown) => read({ ...event, type, data: { object } }).about;
  const found = { customer_id: 'cus_1', subscription_id: 'sub_1' };

  test('names a subscription for checkout, subscription and invoice events', () => {
    expect(about('checkout.session.completed', { id: 'cs_1', customer: 'cus_1', subscription: 'sub_1' })).toEqual(
      found,
    );
    for (const verb of ['created', 'updated', 'deleted', 'paused', 'resumed'])
      expect(about(`customer.subscription.${verb}`, { id: 'sub_1', customer: 'cus_1' })).toEqual(found);
    const parent = { subscription_details: { subscription: 'sub_1' } };
    for (const verb of ['paid', 'payment_failed']) {
      expect(about(`invoice.${verb}`, { id: 'in_1', customer: 'cus_1', parent })).toEqual(found);
      expect(about(`invoice.${verb}`, { id: 'in_1', customer: 'cus_1', subscription: 'sub_1' })).toEqual(found);
    }
  });

  test('names nothing for all other events, whatever they contain', () => {
    expect(about('customer.created', { id: 'cus_1' })).toBeNull();
    expect(about('toString', { id: 'sub_1', customer: 'cus_1' })).toBeNull();
    expect(about('checkout.session.completed', { customer: 'cus_1', subscription: null })).toBeNull();
    expect(about('invoice.paid', { customer: 'cus_1', parent: null })).toBeNull();
    expect(about('invoice.paid', { customer: { id: 'cus_1' }, subscription: 'sub_1' })).toBeNull();
    expect(about('customer.subscription.updated', null)).toBeNull();
    const thin = {
      id: 'evt_1',
      object: 'v2.core.event',
      type: 'v1.billing.meter.error_report_triggered',
      created: '2026-01-01',
    };
    expect(read(thin).about).toBeNull();
  });

  test('rejects a signed body that is no event', () => {
    for (const body of ['null', '[]', '"text"', '{}', '{"id":"evt_1"}'])
      expect(() => read(body)).toThrow(expect.objectContaining({ code: 'bad_request' }));
    expect(() => read('{"id":')).toThrow(expect.objectContaining({ code: 'invalid_json' }));
  });
});
