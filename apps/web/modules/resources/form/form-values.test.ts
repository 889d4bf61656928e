import {
  decimal,
  defineResource,
  integer,
  lines,
  option,
  type Resource,
  reference,
  text,
} from '@voltloop/resource-kit';
import { customer } from '@voltloop/resources/customer/customer.resource.ts';
import { describe, expect, it } from 'vitest';
import { allowedChoices, amongOf, clearedBy, isChosenFirst } from './dependent.ts';
import { formSchema } from './form-schema.ts';
import { changesBody, formValues, hiddenFields, insertBody } from './form-values.ts';

const product: Resource = defineResource({
  name: 'product',
  one: { en: 'Product', zh: '产品' },
  many: { en: 'Products', zh: '产品' },
  path: '/product',
  table: 'products',
  menu: 1,
  title: 'name',
  fields: {
    name: text('Name', '名称', { max: 5, required: true }),
    customerType: option('Type', '客户类型', 'customerType', { required: true }),
    clientId: reference('Customer', '客户', 'customer', { among: { customerType: 'customerType' } }),
    orderId: reference('Order', '订单', 'order', { among: { clientId: 'clientId' } }),
    productType: option('Product type', '产品类型', 'productType'),
    categoryId: reference('Category', '类别', 'deviceCategory', { among: { productType: 'productType' } }),
    cascadeType: option('Use', '梯次类型', 'cascadeType'),
    mass: decimal('Mass', '质量', { scale: 2, max: 100 }),
    count: integer('Count', '数量', { min: 1, max: 9 }),
    permits: lines('Permits', '许可证', {
      most: 3,
      of: {
        number: text('Number', '编号', { max: 4, required: true }),
        note: text('Note', '备注', { max: 9 }),
      },
    }),
  },
  list: { columns: ['name'], sort: { field: 'name' }, search: ['name'] },
  form: [],
});
const empty = formValues(product, null);
const wrong = (resource: Resource, values: object, hidden: readonly string[] = []) => {
  const found = formSchema(resource, hidden).safeParse({ ...formValues(resource, null), ...values });
  return Object.fromEntries(
    (found.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]),
  );
};

describe('a form', () => {
  it('begins with texts, also for numbers, and lists for lines', () => {
    expect(empty).toMatchObject({ name: '', mass: '', permits: [] });
    expect(formValues(product, { count: 3, mass: '1.5', permits: [{ number: 'A' }] })).toMatchObject({
      count: '3',
      mass: '1.5',
      permits: [{ number: 'A', note: '' }],
    });
  });
  it("reports problems by the server's rule, with its limits", () => {
    expect(
      wrong(product, {
        name: 'too long',
        customerType: 1,
        mass: '200',
        count: 'x',
        permits: [{ number: '' }],
      }),
    ).toEqual({
      name: 'check.maxLength?max=5',
      mass: 'check.range?min=0&max=100',
      count: 'check.integer',
      'permits.0.number': 'resource.required',
    });
    expect(wrong(product, { name: 'a' })).toEqual({ customerType: 'resource.required' });
    expect(wrong(product, { name: 'a', customerType: 0, mass: '1,5' })).toEqual({});
    expect(wrong(product, { name: 'a', customerType: 0, mass: '1,250' })).toEqual({
      mass: 'check.ambiguous?whole=1250&decimal=1.25',
    });
    // Too many decimals: the message names the allowed number.
    expect(wrong(product, { name: 'a', customerType: 0, mass: '1.23456789' })).toEqual({
      mass: 'check.decimals?max=2',
    });
  });
  it('requires only name and type of a customer, and checks a credit code if given', () => {
    for (const customerType of [0, 1]) expect(wrong(customer, { clientName: 'a', customerType })).toEqual({});
    expect(wrong(customer, { customerType: 1, creditCode: '1' })).toEqual({
      clientName: 'resource.required',
      creditCode: 'check.creditCode.length',
    });
  });
  it('never takes masks for values', () => {
    const row = { clientName: '王', phone: '138****0000', contact: null };
    expect(hiddenFields(customer, row, true)).toEqual([]);
    expect(hiddenFields(customer, row, false)).toEqual(['phone']);
    expect(wrong(customer, { clientName: 'a', customerType: 0, phone: 'x' }, ['phone'])).toHaveProperty(
      'phone',
    );
  });
  it('sends non-empty fields that apply', () => {
    expect(
      insertBody(customer, {
        ...formValues(customer, null),
        clientName: 'a',
        customerType: 0,
        creditCode: '91330106MA2XXXXXX1',
      }),
    ).toEqual({ clientName: 'a', customerType: 0 });
  });
  it('sends only changed fields of an update, and lists cleared ones', () => {
    const before = {
      ...empty,
      name: 'a',
      customerType: 0,
      mass: '1.5',
      permits: [{ number: '1', note: '' }],
    };
    expect(changesBody(product, before, before)).toEqual({ clearFields: [] });
    expect(
      changesBody(product, before, { ...before, name: 'b', mass: '', permits: [{ number: '2', note: '' }] }),
    ).toEqual({ name: 'b', permits: [{ number: '2' }], clearFields: ['mass'] });
    expect(changesBody(product, before, { ...before, permits: [] })).toEqual({ clearFields: ['permits'] });
  });
});

describe('dependent choices', () => {
  it.each([
    ['customerType', ['clientId', 'orderId']],
    ['clientId', ['orderId']],
    ['productType', ['categoryId', 'cascadeType']],
    ['orderId', []],
    ['name', []],
  ])('a new %s clears %j', (changed, cleared) => {
    expect(clearedBy(product, changed)).toEqual(cleared);
  });
  it('are limited to the forms of use that the product type allows', () => {
    const field = product.fields.cascadeType!;
    expect(allowedChoices(product, field, { productType: 1 })?.only).toEqual([1, 2]);
    expect(allowedChoices(product, field, { productType: '3' })?.only).toEqual([3]);
    expect(allowedChoices(product, field, { productType: '' })?.only).toEqual([]);
    expect(allowedChoices(product, product.fields.customerType!, {})).toBeUndefined();
  });
  it('wait for a choice that must be made first', () => {
    const among = (name: string, values: object) => amongOf(product, product.fields[name]!, { ...values });
    expect(among('clientId', { customerType: '' })).toEqual({ waitsFor: 'customerType' });
    expect(among('clientId', { customerType: 0 })).toEqual({ rows: { customerType: '0' } });
    // An optional field without a value restricts nothing.
    expect(among('orderId', { clientId: '' })).toEqual({ rows: {} });
  });
  it('require in the form what a required reference waits for', () => {
    const { customerType: _, ...others } = product.fields;
    const fields = { ...others, customerType: option('Type', '客户类型', 'customerType') };
    const clientId = reference('Customer', '客户', 'customer', {
      required: true,
      among: { customerType: 'customerType' },
    });
    const isRequired = (name: string, of: object) => isChosenFirst({ fields: { ...fields, ...of } }, name);
    expect(isRequired('customerType', { clientId })).toBe(true);
    expect(isRequired('customerType', {})).toBe(false);
    expect(isRequired('name', { clientId })).toBe(false);
  });
});
