/** Invented people: varied names, short and very long ones, with accents and apostrophes. */
import { calendarDateOf, DAY_MS, type CalendarDate } from '@kinfold/domain/dates';
import { foldText } from '@kinfold/domain/text';
import type { NewMember } from '../modules/people/members/new-member.service.ts';
import type { Random } from './random.ts';

const names = (text: string): readonly string[] => text.trim().split(/,\s+/);

const WOMEN = names(`
  Adaeze, Agnieszka, Beatriz, Bronwyn, Chiamaka, Clémence, Dorothea, Eleanor, Esperanza, Fatou,
  Françoise, Grace, Guadalupe, Hyacinth, Ingrid, Jo, Josephine, Kerstin, Lakshmi, Leilani, Lucía,
  Mary Catherine, Maëlle, Mei-Ling, Nkechi, Noémie, Ólöf, Philippa, Rosalind, Ruth, Saoirse, Sigrún,
  Temperance, Thérèse, Ursula, Valentina, Wilhelmina, Xóchitl, Yetunde, Zofia
`);
const MEN = names(`
  Abraham, Ambrose, André, Bartholomew, Chukwuemeka, Cornelius, Desmond, Ebenezer, Emeka, Esteban,
  Fitzgerald, Gabriel, Godwin, Håkon, Ignatius, Isaiah, Jean-Baptiste, José, Kwame, Lars, Leopold,
  Mateo, Montgomery, Nathaniel, Ng, Obadiah, Olumide, Óscar, Percival, Quincy, Raúl, Renée, Samuel,
  Søren, Tadeusz, Thaddeus, Uriah, Vincent, Wendell, Zebedee
`);
const FAMILIES = names(`
  Abernathy, Adeyemi, Álvarez, Beauchamp, Błaszczykowski, Castañeda, Chen, D’Angelo, Dąbrowska,
  de la Fuente, Delacroix, Dubois, Eze, Featherstonehaugh, Fernández, Fitzwilliam, García, Haddad,
  Hernández-Montgomery, Ibáñez, Jefferson, Johansson, Kowalczyk, Kristjánsdóttir, Lee, Lindqvist,
  Mbeki, McAllister, Núñez, O’Sullivan, Okonkwo, Olatunji-Christophersen, Ortega, Papadopoulos, Po,
  Quiñones, Rasmussen, Saint-Laurent, Thibodeaux, Tran, Vanderbilt, Villaseñor, Washington, Wójcik,
  Yamamoto, Zúñiga
`);
const STREETS = names(`
  Alder Court, Birchwood Avenue, Cathedral Street, Dogwood Lane, Elm Street, Fairview Terrace,
  Harbor Road, Juniper Hill, Laurel Avenue, Magnolia Boulevard, Old Mill Road, Peachtree Circle,
  Quarry Lane, Sycamore Street, Willow Bend
`);
const CITIES = [
  ['Maplewood', 'NJ', '07040'],
  ['Brookhaven', 'GA', '30319'],
  ['Cedar Falls', 'IA', '50613'],
  ['Fort Washington', 'MD', '20744'],
  ['Lake Charles', 'LA', '70601'],
  ['Rancho Cucamonga', 'CA', '91730'],
  ['Saint Albans', 'NY', '11412'],
] as const;

type Person = Omit<NewMember, 'household_id'>;

/** The birth date of a person who is so many years old, and some days more, on the day of `now`. */
export function bornYearsAgo(years: number, days: number, now: Date): CalendarDate {
  const today = new Date(now.getTime() - days * DAY_MS);
  const day = calendarDateOf(today, 'UTC');
  // Nobody is born on a 29 February that does not exist.
  const monthAndDay = day.slice(5) === '02-29' ? '02-28' : day.slice(5);
  return `${Number(day.slice(0, 4)) - years}-${monthAndDay}`;
}

/** A telephone number: ten digits that nobody has. */
export function somePhone(random: Random): string {
  return `555${random.int(200, 999)}${String(random.int(0, 9999)).padStart(4, '0')}`;
}

/** An address that was confirmed some days before `now`. */
export function someAddress(
  random: Random,
  confirmedDaysAgo: number,
  now: Date,
): NonNullable<Person['address']> {
  const [cityNm, stateCd, postalCd] = random.pick(CITIES);
  return {
    streetAddress: `${random.int(1, 9800)} ${random.pick(STREETS)}`,
    cityNm,
    stateCd,
    postalCd,
    modifiedDt: new Date(now.getTime() - confirmedDaysAgo * DAY_MS),
  };
}

/** The part of a name that may be in an email address. */
const letters = (name: string) => foldText(name).replace(/[^a-z]/g, '');

/** A family of a size; the first pays for them. `now` is today, whatever day they are stored under. */
export function someFamily(random: Random, size: number, organizationNumber: string, now: Date): Person[] {
  const lastNm = random.pick(FAMILIES);
  const address = someAddress(random, random.int(1, 30), now);
  const isCouple = size > 1 && random.chance(0.8);
  const headAge = random.int(28, 84);
  const person = (relationship: string, age: number, isMan: boolean): Person => ({
    firstNm: random.pick(isMan ? MEN : WOMEN),
    lastNm,
    middleInit: random.chance(0.4) ? random.pick([...'ABCDEFGHJKLMNPRSTW']) : null,
    birthDt: bornYearsAgo(age, random.int(0, 300), now),
    relationship,
    organizationNumber,
    address,
  });
  const hasManAsHead = random.chance(0.5);
  const payer = person('Head of Household', headAge, hasManAsHead);
  const email = `${letters(payer.firstNm)}.${letters(lastNm)}@demo.test`;
  const head = {
    ...payer,
    phones: [{ phoneNbr: somePhone(random) }],
    emails: [{ email, email_type: 'primary' }],
  };
  const others = Array.from({ length: size - 1 }, (_, index): Person => {
    if (index === 0 && isCouple)
      return {
        ...person('Spouse', Math.max(21, headAge + random.int(-6, 6)), !hasManAsHead),
        phones: random.chance(0.7) ? [{ phoneNbr: somePhone(random) }] : [],
      };
    if (index === size - 2 && size > 3 && headAge < 60 && random.chance(0.3))
      return person('Parent', headAge + random.int(22, 35), random.chance(0.4));
    const isSon = random.chance(0.5);
    // Born before the memberships of the last years were created.
    return person(isSon ? 'Son' : 'Daughter', random.int(3, Math.max(4, Math.min(30, headAge - 20))), isSon);
  });
  return [head, ...others];
}
