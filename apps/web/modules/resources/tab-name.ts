import type { Resource } from '@voltloop/resource-kit';
import { localized } from './fields.ts';
import type { Row } from './views.ts';

/** References that distinguish documents without a number, the likeliest partner first. */
const PARTNERS = ['customerId', 'clientId', 'enterpriseId', 'storeId', 'fromStoreId'];

/** The name of a row's tab: its title; for a draft without a number its kind and its partner. */
export function tabName(resource: Resource, row: Row, language: string): string {
  const title = String(row[resource.title] ?? '');
  if (title) return title;
  const partner = PARTNERS.map((name) => row.titles[name]).find(Boolean);
  return [localized(resource.one, language), partner].filter(Boolean).join(' · ');
}
