import { expect } from 'chai';
import { Order } from '#core/orders/order.ts';
import { OrderMoney } from '#core/orders/order-money.ts';
import { orderView } from '#core/orders/order-view.ts';
import { NOON, noonPlus } from '../../support/builders/builders.ts';
import {
  aChargedOrder,
  aFulfillment,
  anItem,
  anOrder,
  dollars,
  timingAt,
} from '../../support/builders/order-builders.ts';

const SHIRTS = anItem({
  quantity: 3,
  sku: 'SHIRT-M',
  slug: 'linen-shirt',
  image: 'https://cdn.example.com/shirt.jpg',
  withdrawalExemption: 'custom_made',
});
const BUTTON = anItem({ name: 'Button', unitPrice: dollars(0.03) });

describe('orderView', () => {
  it('shows items, totals and actions', () => {
    const order = anOrder({ items: [SHIRTS, BUTTON], details: { email: 'zoe@example.com' } });
    const shirts = {
      id: SHIRTS.id,
      product_id: SHIRTS.productId,
      name: 'Linen shirt',
      sku: 'SHIRT-M',
      slug: 'linen-shirt',
      image: 'https://cdn.example.com/shirt.jpg',
      withdrawal_exemption: 'custom_made',
    };
    const button = {
      id: BUTTON.id,
      product_id: BUTTON.productId,
      name: 'Button',
      sku: null,
      slug: null,
      image: null,
      withdrawal_exemption: null,
    };
    const untaxed = { discount: 0, discount_allocations: [], tax_name: null, tax_rate: null, tax: 0 };
    const untouched = { fulfilled_quantity: 0, cancelled_quantity: 0, returned_quantity: 0 };
    const plain = { options: {}, ...untouched, ...untaxed };
    expect(orderView(order)).to.deep.equal({
      id: order.id,
      object: 'order',
      number: order.number,
      external_id: null,
      status: 'open',
      payment_status: 'unpaid',
      fulfillment_status: 'unfulfilled',
      items: [
        { ...shirts, ...plain, unit_price: 19.99, quantity: 3, subtotal: 59.97, total: 59.97 },
        { ...button, ...plain, unit_price: 0.03, quantity: 1, subtotal: 0.03, total: 0.03 },
      ],
      shipping_lines: [],
      discount_lines: [],
      tax_lines: [],
      prices_include_tax: false,
      tax_id: null,
      tax_exemption: null,
      subtotal: 60,
      discount: 0,
      shipping: 0,
      tax: 0,
      total: 60,
      amount_paid: 0,
      amount_refunded: 0,
      amount_due: 60,
      refund_due: 0,
      shipping_refunded: 0,
      currency: 'USD',
      expires_at: '2026-11-20T12:30:00.000Z',
      user_id: null,
      invoice_id: null,
      checkout_id: null,
      email: 'zoe@example.com',
      shipping_address: null,
      billing_address: null,
      fulfillments: [],
      cancelled_at: null,
      cancel_reason: null,
      metadata: {},
      actions: ['cancel', 'fulfill'],
      version: 1,
      created_at: '2026-11-20T12:00:00.000Z',
      updated_at: '2026-11-20T12:00:00.000Z',
    });
  });

  it('shows how shipping, discounts and taxes make up the total', () => {
    const view = orderView(aChargedOrder());
    const parts = [{ discount_line: 0, amount: 4 }];
    expect(view.items[0]).to.deep.include({
      subtotal: 39.98,
      discount: 4,
      discount_allocations: parts,
      tax_name: 'VAT',
      tax_rate: 19,
      tax: 6.84,
      total: 42.82,
    });
    expect(view.shipping_lines).to.deep.equal([
      {
        shipping_method_id: 'shm_1',
        name: 'Standard',
        amount: 4.9,
        discount: 0,
        discount_allocations: [],
        tax_name: 'Reduced VAT',
        tax_rate: 8.875,
        tax: 0.43,
        total: 5.33,
      },
    ]);
    expect(view.discount_lines).to.deep.equal([{ discount_id: null, code: 'SPRING', name: 'Spring sale', amount: 4 }]);
    expect(view.tax_lines).to.deep.equal([
      { name: 'VAT', rate: 19, taxable: 35.98, amount: 6.84 },
      { name: 'Reduced VAT', rate: 8.875, taxable: 4.9, amount: 0.43 },
    ]);
    const sums = { subtotal: 39.98, discount: 4, shipping: 4.9, tax: 7.27, total: 48.15, amount_due: 48.15 };
    expect(view).to.deep.include({ ...sums, prices_include_tax: false, tax_id: 'DE123456789', tax_exemption: null });
  });

  it('shows payments, refunds and fulfillments', () => {
    const order = OrderMoney.refund(
      OrderMoney.pay(anOrder({ items: [SHIRTS, BUTTON] }), dollars(10), timingAt(NOON)),
      dollars(4),
      timingAt(NOON),
    );
    const fulfillment = {
      ...aFulfillment(order, [{ itemId: SHIRTS.id, quantity: 2 }]),
      carrier: 'DHL',
      trackingNumber: '0034',
      deliveredAt: noonPlus(60),
    };
    const view = orderView(Order.fulfill(order, fulfillment));
    expect(view).to.include({ amount_paid: 10, amount_refunded: 4, amount_due: 54, total: 60, version: 4 });
    expect(view).to.deep.include({ expires_at: null, actions: ['fulfill'] });
    expect(view.items.map((item) => item.fulfilled_quantity)).to.deep.equal([2, 0]);
    expect(view.fulfillments).to.deep.equal([
      {
        id: fulfillment.id,
        items: [{ item_id: SHIRTS.id, quantity: 2 }],
        tracking_number: '0034',
        carrier: 'DHL',
        delivered_at: '2026-11-20T12:01:00.000Z',
        created_at: '2026-11-20T12:00:00.000Z',
      },
    ]);
  });

  it('shows the time and reason of a cancellation', () => {
    const view = orderView(Order.cancel(anOrder(), 'Sold out at the mill.', noonPlus(1)));
    expect(view).to.deep.include({
      status: 'cancelled',
      cancelled_at: '2026-11-20T12:00:01.000Z',
      cancel_reason: 'Sold out at the mill.',
      expires_at: null,
      amount_due: 0,
      actions: [],
    });
  });
});
