import { Address } from '@kinfold/domain/address';
import { addressLines } from '@kinfold/domain/any-address';
import { auditFieldName } from '@kinfold/domain/audit-sentence';
import { cents } from '@kinfold/domain/money';
import { showPhone } from '@kinfold/domain/phone';
import { WAY_NAMES } from '@kinfold/domain/preferred-way';
import * as z from 'zod/mini';
import { date, money } from '../../lib/format.ts';

const MONEY = /price|amount|balance/i;
const PHONE = /phone/i;
const ID = /^[0-9a-f]{24}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** Fields of list items that only refer to another record. */
const ID_FIELD = /(^|_)id$/;

const wayNames = new Map(Object.entries(WAY_NAMES));

function ofText(field: string, text: string): string {
  if (text === '') return 'nothing';
  if (field === 'preferredWay') return wayNames.get(text) ?? text;
  if (ID.test(text)) return `record …${text.slice(-6)}`;
  if (DAY.test(text)) return date(text);
  if (INSTANT.test(text)) return date(new Date(text));
  return PHONE.test(field) ? showPhone(text) : text;
}

function ofObject(value: object): string {
  const address = z.safeParse(Address, value);
  if (address.success) {
    return addressLines(address.data).join(', ');
  }
  const parts = Object.entries(value).filter(([name]) => !ID_FIELD.test(name));
  return parts
    .map(([name, part]) => {
      const text = changeText(name, part);
      return parts.length === 1 ? text : `${auditFieldName(name)}: ${text}`;
    })
    .join(', ');
}

/** Returns the value of a field in a history entry as text: amounts in cents as money, dates as elsewhere. */
export function changeText(field: string, value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'string') return ofText(field, value);
  if (typeof value === 'number') return MONEY.test(field) ? money(cents(value)) : String(value);
  if (typeof value === 'boolean') {
    if (field === 'isActive') return value ? 'active' : 'not active';
    return value ? 'yes' : 'no';
  }
  if (Array.isArray(value)) return value.map((item) => changeText(field, item)).join('; ') || 'nothing';
  return typeof value === 'object' ? ofObject(value) : JSON.stringify(value);
}
