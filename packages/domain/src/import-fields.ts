/**
 * The fields that a file of members, or of balances from before Kinfold, may contain (design of the staff side,
 * "Import"), the column names by which they are recognised, and the template.
 */
import { RELATIONSHIPS } from './member.ts';
import { foldText, listOf } from './text.ts';

/** What a file is imported as: members with their memberships, or balances of memberships (docs/decisions/029). */
export const IMPORT_KINDS = ['members', 'balances'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/**
 * A field: its name in forms and in the template, the hint in the template, other names of its column in church programs
 * and hand-made lists, with commas between them, and three samples.
 */
type ImportFieldText = {
  label: string;
  explanation: string;
  synonyms: string;
  samples: readonly [string, string, string];
};

/** People of whom lists have columns in the row of somebody else; our own files have a row for each of them. */
const OF_RELATIVES = {
  explanation: 'For lists with the whole family in one row',
  synonyms: '',
  samples: ['', '', ''],
} as const;

/**
 * Every field that a column may contain. Several columns may contain a phone, an e-mail or a fund; other fields have
 * one column.
 */
export const IMPORT_FIELDS = {
  firstNm: {
    label: 'First Name',
    explanation: 'Needed, unless one column has the whole name',
    synonyms:
      'first, given name, given names, fname, forename, first names, given, f name, first nm, christian name, legal first name, vorname, rufname, nombres, primer nombre, nombre de pila, prenom, prenoms, የመጀመሪያ ስም, ስምህ, primeiro nome, nome proprio, imie, imiona',
    samples: ['Samuel', 'Ruth', 'Miriam'],
  },
  lastNm: {
    label: 'Last Name',
    explanation: 'Needed, unless one column has the whole name',
    synonyms:
      'last, family name, surname, lname, apellido paterno, apellido materno, segundo apellido, የአያት ስም, last nm, l name, surnames, nachname, familienname, zuname, apellido, apellidos, primer apellido, nom de famille, የአባት ስም, የቤተሰብ ስም, father name, fathers name, apelido, sobrenome, sobrenomes, apelyido, prezime, презиме, nazwisko, cognome',
    samples: ['Okafor', 'Okafor', 'Tesfaye'],
  },
  fullName: {
    label: 'Name',
    explanation: 'The whole name in one column: Okafor, Samuel',
    synonyms:
      'full name, member name, member, name of member, names of members, head of household name, policy holder, participant, subscriber, names, complete name, display name, customer full name, customer, members, members name, person, nombre, nombre completo, nombre y apellidos, nombre y apellido, nom, nom complet, nom et prenom, nom prenom, vollstandiger name, mitglied, vor und nachname, vorname nachname, nachname vorname, name vorname, ስም, ሙሉ ስም, የአባል ስም, የአባሉ ስም, የአባሉ ሙሉ ስም, family head, name of head, name of family head, head name, householder, principal member, main member, contributor, name und vorname, nachname und vorname, vorname und name, familienname vorname, apellidos y nombre, apellidos y nombres, apellido y nombre, nombres y apellidos, nom et prenoms, noms et prenoms, prenom et nom, prenoms et nom, nome, nome completo, nome do irmao, nome do socio, nome e apelido, nome e sobrenome, associado, pangalan, buong pangalan, pangalan ng kasapi, pangalan ng miyembro, kasapi, miyembro, ime, ime i prezime, prezime i ime, име, име и презиме, презиме и име, imie i nazwisko, nazwisko i imie, nome e cognome, cognome e nome, የአባል ሙሉ ስም, የአባላት ስም, የአባላት ሙሉ ስም',
    samples: ['', '', ''],
  },
  suffix: {
    label: 'Suffix',
    explanation: 'Jr., Sr., II, III; empty for none',
    synonyms:
      'name suffix, generation, individual suffix, suffix name, sfx, suff, jr sr, generational suffix',
    samples: ['', '', ''],
  },
  middleInit: {
    label: 'Middle Initial',
    explanation: 'One letter',
    synonyms:
      'middle, mi, m i, middle name, middle init, initial, initials, middle nm, second name, segundo nombre, zweiter vorname, deuxieme prenom',
    samples: ['', 'A', ''],
  },
  birthDt: {
    label: 'Birth Date',
    explanation: 'Month, day and the year with four digits, 03/14/1985; empty where it is not known',
    synonyms:
      'birthdate, birthday, date of birth, dob, d o b, born, fecha de nac, date naiss, የተወለዱበት ቀን, birth dates, birthdays, dates of birth, birth dt, bday, b day, b date, birth, dt of birth, bdate, geburtsdatum, geburtstag, geb, geb datum, geb am, geboren, geboren am, fecha de nacimiento, fecha nacimiento, nacimiento, f nacimiento, f nac, fec nac, fecha nac, date de naissance, naissance, ne le, nee le, ne e le, የልደት ቀን, የትውልድ ቀን, የልደት ዘመን, ትውልድ, birthdates, data de nascimento, data nascimento, data nasc, dt nasc, nascimento, nascido em, nascida em, petsa ng kapanganakan, kapanganakan, kaarawan, datum rodenja, datum rodjenja, dat rod, dat rodj, roden, rodena, датум рођења, дат рођ, рођен, рођена, data urodzenia, data ur, ur, urodzony, urodzona, data di nascita, nato il, age dob, dob age, age or dob, dob or age, age birth date',
    samples: ['03/14/1961', '11/02/1963', '06/30/1985'],
  },
  birthDay: {
    label: 'Birth Day',
    explanation: 'Only where day, month and year of birth are columns of their own',
    synonyms:
      'born day, dob day, birthdate day, birth date day, date of birth day, day of birth, bday day, geburtstag tag, dia de nacimiento, jour de naissance',
    samples: ['', '', ''],
  },
  birthMonth: {
    label: 'Birth Month',
    explanation: 'Only where day, month and year of birth are columns of their own',
    synonyms:
      'born month, dob month, birthdate month, birth date month, date of birth month, month of birth, birth mo, geburtsmonat, mes de nacimiento, mois de naissance',
    samples: ['', '', ''],
  },
  birthYear: {
    label: 'Birth Year',
    explanation: 'Only where day, month and year of birth are columns of their own',
    synonyms:
      'born year, dob year, birthdate year, birth date year, date of birth year, year of birth, yob, birth yr, geburtsjahr, jahrgang, ano de nacimiento, annee de naissance, የትውልድ ዓመት, ano de nascimento, taon ng kapanganakan, godina rodenja, godina rodjenja, godiste, година рођења, годиште, rok urodzenia, rocznik',
    samples: ['', '', ''],
  },
  relationship: {
    label: 'Relationship',
    explanation: `${listOf(RELATIONSHIPS).replace(/ and /, ' or ')}; empty for somebody alone`,
    synonyms:
      'relation, role in household, family role, relationship to head, relation to hoh, relation to head of household, relationship to head of household, role, family relationship, family position, family relation, position in family, relation to head, household role, household position, household member type, unit position, relationship to primary, relationship to member, relation to member, relationship to household, family relationship to head, verwandtschaft, verwandtschaftsgrad, beziehung, rolle, parentesco, relacion, parente, lien, lien de parente, lien familial, ዝምድና, የቤተሰብ ዝምድና, verhaltnis, stellung, grau de parentesco, relasyon, kaugnayan, srodstvo, сродство, pokrewienstwo, stopien pokrewienstwa',
    samples: ['Head of Household', 'Spouse', 'Head of Household'],
  },
  isHead: {
    label: 'Head: Yes or No',
    explanation: 'Only where no column has the relationship: Yes for the head of each household',
    synonyms:
      'household primary contact, primary contact, is primary contact, head of household, head of family, is head, is head of household, is primary, hoh, haushaltsvorstand',
    samples: ['', '', ''],
  },
  isChild: {
    label: 'Child: Yes or No',
    explanation: 'Only where no column has the relationship: Yes for a child; or the age',
    synonyms: 'child, is child, minor, is minor, kind',
    samples: ['', '', ''],
  },
  household: {
    label: 'Household',
    explanation: 'The same number or word for everybody who lives together',
    synonyms:
      'household number, household id, household no, family, family number, family id, family no, fam, fam no, hh, envelope, envelope number, family key, family code, famille no, env, env no, offering envelope, offering envelope no, giving no, household code, household group, hh no, hh id, fam id, family unit, unit id, family group, household key, familie, familien no, familiennummer, haushalt, haushaltsnummer, familia, familia no, hogar, numero de familia, famille, foyer, menage, numero de famille, ቤተሰብ, የቤተሰብ ቁጥር, agregado, agregado familiar, pamilya, sambahayan, domacinstvo, porodica, домаћинство, породица, rodzina, nr rodziny',
    samples: ['1', '1', '2'],
  },
  phone: {
    label: 'Phone',
    explanation:
      'Ten digits, or a plus and the code of another country; several with a semicolon between them',
    synonyms:
      'phone number, phones, telephone, tel, cell, cell phone, mobile, mobile phone, mobile phone number, home phone, home phone number, work phone, phone 1, phone 2, second phone, cell number, contact number, phone numbers, h phone, c phone, w phone, telefon privat, home, work, contact, contact phone, cell no, mob, mob no, tel portable, tel mobile, tel fixe, tel movil, tel casa, cell ph, home ph, work ph, cellular, cellphone, mobile no, mobile number, handphone, ph, ph no, phone no, tel no, telephone no, telephone number, primary phone, main phone, best phone, sms, whatsapp, home phone phone, mobile phone phone, phone value, preferred phone, alt phone, alternate phone, other phone, business phone, telefon, telefonnummer, tel privat, handy, handynummer, mobil, mobilnummer, mobiltelefon, festnetz, telefono, telefonos, telefono movil, celular, movil, telephone portable, telephone fixe, portable, fixe, mobile tel, gsm, ስልክ, ስልክ ቁጥር, ሞባይል, የስልክ ቁጥር, telemovel, telefone, telefones, telepono, cp no, cel no, mobilni, телефон, тел, мобилни, tel kom, komorka, numer telefonu, nr telefonu, cellulare, best number, best number to reach you, best contact number',
    samples: ['(301) 555-0142', '(301) 555-0143', '240-555-0178'],
  },
  email: {
    label: 'Email',
    explanation: 'Several with a semicolon between them',
    synonyms:
      'e mail, email address, e-mail address, mail, emails, home email, e mail value, e mail addr, email addr, e mail addresses, work email, email 1, email 2, home email email, primary email, main email, personal email, preferred email, other email, alternate email, e mail adresse, mailadresse, correo, correo electronico, courriel, adresse electronique, adresse mail, mel, ኢሜይል, ኢሜል, correio eletronico, correio electronico, imejl, имејл, adres e mail',
    samples: ['samuel@example.org', '', 'miriam@example.org'],
  },
  streetAddress: {
    label: 'Street',
    explanation: 'House number and street; an address must be complete or empty',
    synonyms:
      'street address, address, address 1, address line 1, home address, home address street line 1, mailing address, bill address, st address, hausnummer, hausnr, house no, street 1, street line 1, addr line 1, home address line 1, street name and no, street no and name, addr, addr 1, address street, home street, residence, residential address, house address, postal address, billing address, billing street, bill to, bill to street, adresse, anschrift, strasse, straße, strasse und hausnummer, strasse no, direccion, domicilio, calle, calle y numero, adresse postale, rue, adresse 1, አድራሻ, የመኖሪያ አድራሻ, strasse hausnr, strasse hausnummer, strasse nr, strasse und nr, morada, endereco, residencia, rua, tirahan, adresa, адреса, ulica, улица, adres, adres zamieszkania, indirizzo, adr',
    samples: ['12 Elm Street', '12 Elm Street', '9 Dogwood Lane'],
  },
  streetAddress2: {
    label: 'Street 2',
    explanation: 'Flat or suite; empty for none',
    synonyms:
      'address 2, address line 2, street address 2, street line 2, home address street line 2, apt, apartment, unit, suite, addr line 2, home address line 2, mailing address line 2, extended address, address extended, apt unit no, apartment no, addr 2, address street 2, address extended address, supplemental address 1, supplemental address, supplemental address 2, apt no, unit no, apt unit, apt suite, flat, home address 2, mailing address 2, home street 2, adresszusatz, zusatz, direccion 2, departamento, complement, complement adresse, complement d adresse, adresse 2, complemento, nr mieszkania',
    samples: ['', '', ''],
  },
  cityNm: {
    label: 'City',
    explanation: 'City',
    synonyms:
      'town, city name, home address city, city town, town city, address city, residence city, locality, municipality, city state zip, city st zip, city state, city and state, city state and zip, city nm, cty, csz, ort, stadt, wohnort, plz ort, ciudad, localidad, poblacion, municipio, ville, commune, localite, ከተማ, localidade, cidade, lungsod, bayan, grad, mesto, град, место, miasto, miejscowosc, citta',
    samples: ['Laurel', 'Laurel', 'Fort Washington'],
  },
  stateCd: {
    label: 'State',
    explanation: 'Two letters, or the name of the state',
    synonyms:
      'st, state code, province, home address state, st cd, state province, province state, address region, address state, region, us state, bundesland, estado, provincia, departement, etat, ክልል, state prov, prov, st prov, state or province, state territory, uf',
    samples: ['MD', 'MD', 'MD'],
  },
  postalCd: {
    label: 'Zip Code',
    explanation: 'Five digits',
    synonyms:
      'zip, zipcode, postal code, post code, postcode, zip/postal code, home address zip code, zip cd, postal cd, zip code 5, zip postal, address postal code, zip 4, zipcode 4, postal, plz, postleitzahl, codigo postal, cod postal, c p, cp, code postal, የፖስታ ቁጥር, cep, postanski broj, поштански број, kod pocztowy, kod',
    samples: ['20707', '20707', '20744'],
  },
  countryCd: {
    label: 'Country',
    explanation: 'Empty for the United States; then State and Zip Code are as that country has them',
    synonyms:
      'country code, country name, home address country, address country, country region, nation, land, staat, pais, pays, ሀገር, bansa, drzava, држава, kraj',
    samples: ['', '', ''],
  },
  isActive: {
    label: 'Active',
    explanation: 'Yes or No; empty means yes',
    synonyms:
      'is active, status, member status, active member, classification, archived, is archived, inactive, is inactive, mem status, active status, membership status, state of membership, aktiv, mitgliedsstatus, activo, estatus, actif, statut, ሁኔታ, situacao, статус',
    samples: ['Yes', 'Yes', 'Yes'],
  },
  deceasedDt: {
    label: 'Date of Death',
    explanation:
      'Only for a person who has died: month, day and the year with four digits; or the month, November 2026; or not known',
    synonyms:
      'death date, died, died on, date deceased, deceased date, deceased on, dod, d o d, sterbetag, date of passing, passed away, death, sterbedatum, gestorben, gestorben am, verstorben, verstorben am, verst, verst am, todestag, fecha de defuncion, fecha de fallecimiento, fallecido, fallecimiento, defuncion, date de deces, decede, decede le, deces, የሞት ቀን, falecido em, falecido, falecida, falecimento, data de falecimento, data do obito, obito, petsa ng kamatayan, namatay, yumao, datum smrti, umro, preminuo, upokojen, датум смрти, умро, преминуо, упокојен, data smierci, data zgonu, zgon, zmarl, zmarly, date du deces, homegoing, home going, homegoing date, date of homegoing',
    samples: ['', '', ''],
  },
  isDeceased: {
    label: 'Deceased',
    explanation: 'Only for a person who has died: Yes',
    synonyms: 'is deceased, dead, verstorben, fallecido, decede, የሞተ',
    samples: ['', '', ''],
  },
  campaign: {
    label: 'Fund',
    explanation: 'The name of the fund that they join, several with a semicolon between them; empty for none',
    synonyms:
      'funds, other funds, fund name, fundraiser, campaign name, fondo, fonds, fondo funerario, kasse, sterbekasse, caisse',
    samples: ['', '', ''],
  },
  externalRef: {
    label: 'External Reference',
    explanation: 'Your own number for this person',
    synonyms:
      'reference, external ref, ref, old number, legacy id, legacy number, external id, mitgliedsnr, membre no, የአባልነት ቁጥር, no, id, id no, nr, bk, bk no, badge, roll no, ledger no, membership code, member code, elvanto person id, sr no, s no, s n, sl no, serial no, person id, individual id, contact id, internal contact id, breeze id, people id, remote id, external identifier, legacy member id, church id, customer id, account no, acct no, name counter, acct, card no, membership no, membership id, registration no, reg no, book no, edir no, own no, our no, mitgliedsnummer, mitglieds no, mitgl no, lfd no, numero, num, numero de socio, socio, socio no, no de socio, numero de membre, numero d adherent, no adherent, matricule, ቁጥር, ተራ ቁጥር, ተ ቁ, የአባል ቁጥር, መለያ ቁጥር, ledger folio, folio, folio no, lf, blg, bilang, r br, rb, redni broj, р бр, рб, редни број, lp, l p, nr czlonka, matricula',
    samples: ['', '', ''],
  },
  memberId: {
    label: 'Member Number',
    explanation: 'Only for people who are already in the books: M-000123',
    synonyms: 'member id, member no, member nbr, kinfold no, kinfold number',
    samples: ['', '', ''],
  },
  preferredWay: {
    label: 'Preferred Way',
    explanation:
      'How they want to be notified of dues: By email, By letter or By phone; empty for no preference',
    synonyms:
      'preferred contact, preferred contact method, preferred method of contact, contact preference, contact by, preferred contact type, preferred communication, communication preference',
    samples: ['', 'By letter', ''],
  },
  unsubscribedDt: {
    label: 'Stopped Reminders',
    explanation:
      'Only for a person who wants no reminders by email: the day on which they said so, 03/14/2024',
    synonyms: 'reminders stopped, unsubscribed, unsubscribe date, date unsubscribed, opted out',
    samples: ['', '', ''],
  },
  owed: {
    label: 'Owed From Before',
    explanation:
      'What is still owed from before, in dollars: 45, 45.00 or $1,234.50; empty for nothing; -45.00 for what was paid ahead',
    synonyms:
      'owes, amount owed, balance, balance due, balance forward, balance owed, opening balance, previous balance, past due, past dues, past due amount, bal due, ቀሪ, amount due, arrears, dues owed, late charges, previous late charges, outstanding, total, open balance, balance total, current balance, amt owed, amt due, total due, total owed, owing, unpaid, unpaid dues, dues, debt, debit, ending balance, account balance, offen, offener betrag, saldo, ruckstand, schuld, saldo pendiente, pendiente, debe, adeudo, adeudado, solde, du, reste du, montant du, impaye, ቀሪ ሂሳብ, ዕዳ, ያልተከፈለ, bal, balance c f, bal c f, closing balance, balance carried forward, em divida, divida, em atraso, utang, kulang, dug, dugovanje, duguje, дуг, дуговање, дугује, zaleglosc, zaleglosci, zadluzenie, dlug, do zaplaty',
    samples: ['45.00', '', '$1,234.50'],
  },
  yearPaid: {
    label: 'Paid For A Year',
    explanation: 'Only where each year has a column: paid, half, no, or an amount',
    synonyms: '',
    samples: ['', '', ''],
  },
  lastPaid: {
    label: 'Last Payment',
    explanation: 'How much was paid the last time',
    synonyms:
      'last payment amount, last paid, last paid amount, last amount paid, amount paid, paid, letzte zahlung, bezahlt, ultimo pago, pagado, dernier paiement, paye, የተከፈለ, ultimo pagamento, huling bayad, poslednja uplata, последња уплата, ostatnia wplata',
    samples: ['30.00', '60.00', ''],
  },
  lastPaidDt: {
    label: 'Last Payment Date',
    explanation: 'When that was: 03/14/2024',
    synonyms:
      'last paid date, last paid on, date last paid, date of last payment, last payment on, payment date, date paid, paid on, last pmt date, letzte zahlung am, bezahlt am, fecha de pago, fecha de ultimo pago, date de paiement, የተከፈለበት ቀን, fecha del ultimo pago, date du dernier paiement, data do pagamento, data de pagamento, data do ultimo pagamento, petsa ng bayad, petsa ng huling bayad, datum uplate, датум уплате, data wplaty, data ostatniej wplaty',
    samples: ['03/14/2024', '01/05/2024', ''],
  },
  coveredSince: {
    label: 'Covered Since',
    explanation: 'Since when they are in the fund: waiting times and entry ages count from there',
    synonyms:
      'cover since, cover start, covered from, member since, in the fund since, since, joined, join date, date joined, enrolled, effective date, membership date, mem date, join dt, since year, eintritt, eintrittsdatum, mitglied seit, fecha de ingreso, fecha de alta, date d adhesion, date d entree, የገባበት ቀን, registration date, beitritt, data de admissao, data de adesao, socio desde, petsa ng pagsali, datum pristupa, datum uclanjenja, датум приступа, data przystapienia, data wstapienia',
    samples: ['06/01/2015', '06/01/2015', '02/01/2020'],
  },
  priceByHand: {
    label: 'Price By Hand',
    explanation: 'Only where this person pays another price in the fund than its rules say, in dollars',
    synonyms: '',
    samples: ['', '', ''],
  },
  spouseNm: { label: 'Spouse: name', ...OF_RELATIVES },
  spouseLastNm: { label: 'Spouse: family name', ...OF_RELATIVES },
  spouseBirthDt: { label: 'Spouse: born', ...OF_RELATIVES },
  spousePhone: { label: 'Spouse: phone', ...OF_RELATIVES },
  spouseEmail: { label: 'Spouse: e-mail', ...OF_RELATIVES },
  childNm: { label: 'Child: name', ...OF_RELATIVES },
  childBirthDt: { label: 'Child: born', ...OF_RELATIVES },
} as const satisfies Record<string, ImportFieldText>;

export type ImportField = keyof typeof IMPORT_FIELDS;
/** Every field. */
export const IMPORT_FIELD_NAMES = Object.keys(IMPORT_FIELDS) as ImportField[];

const BEFORE: readonly ImportField[] = ['owed', 'yearPaid', 'lastPaid', 'lastPaidDt'];
const AMOUNTS: readonly ImportField[] = [...BEFORE, 'coveredSince'];

/** The fields of each kind of file, in the order of its template. */
export const FIELDS_OF_KIND: Readonly<Record<ImportKind, readonly ImportField[]>> = {
  members: IMPORT_FIELD_NAMES.filter((field) => !BEFORE.includes(field)),
  balances: ['memberId', 'externalRef', 'firstNm', 'lastNm', 'fullName', 'birthDt', 'campaign', ...AMOUNTS],
};

/** Fields that several columns may contain; lines of an address are joined, and so are two last names. */
export const REPEATED_FIELDS: readonly ImportField[] = [
  'lastNm',
  'phone',
  'email',
  'campaign',
  'streetAddress',
  'streetAddress2',
  'yearPaid',
  'childNm',
  'childBirthDt',
];

/** In our own files, the column that says why a row failed; an import ignores it, and the others below. */
export const REASON_COLUMN = 'Reason';
const IGNORED = [REASON_COLUMN, 'Age', 'Organization'].map(foldText);
/** Returns whether a column is one of those. */
export const isIgnoredColumn = (name: string): boolean => IGNORED.includes(foldText(name));

/** Returns whether a text is a number that members have here; others are a list's own. */
export const isMemberNumber = (text: string): boolean => /^M-?\d+$/i.test(text.trim());

/** The field of each column, by its name; null for a column that is skipped. */
export type ImportMapping = Record<string, ImportField | null>;

const foldColumn = (name: string) =>
  foldText(name)
    .replace(/[_.:*]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The columns of a file as one text, in any order: corrections are remembered for the next such file. */
export function columnsKey(columns: readonly string[]): string {
  const names = columns.map(foldColumn).filter((name) => name !== foldText(REASON_COLUMN));
  return JSON.stringify(names.toSorted());
}

/** Names of columns as shown: an empty one by its letter, and the second of the same name with its number. */
export function columnNames(heading: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return heading.map((cell, index) => {
    const name = cell.replace(/\s+/g, ' ').trim() || `Column ${columnLetter(index)}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

/** The letter of a column in a spreadsheet, from 0: A, B … Z, AA. */
export function columnLetter(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetter(Math.floor(index / 26) - 1) + letter;
}

/** Returns the faults of a mapping, a sentence each; empty when a file can be checked with it. */
export function mappingFaults(mapping: ImportMapping, kind: ImportKind = 'members'): string[] {
  const fields = Object.values(mapping).filter((field) => field !== null);
  const has = (field: ImportField) => fields.includes(field);
  const twice = [...new Set(fields.filter((field, index) => fields.indexOf(field) < index))].filter(
    (field) => !REPEATED_FIELDS.includes(field),
  );
  const isNamed = has('fullName') || (has('firstNm') && has('lastNm'));
  return [
    ...twice.map((field) => `Two columns are ${IMPORT_FIELDS[field].label}: choose one of them.`),
    ...(has('memberId') || isNamed || (kind === 'balances' && has('externalRef'))
      ? []
      : ['Say which columns hold the First Name and the Last Name, or which one the whole Name.']),
    ...(kind === 'members' || AMOUNTS.some(has)
      ? []
      : [
          'Say which column holds what is Owed From Before, the Last Payment, or since when they are covered.',
        ]),
    ...(has('lastPaid') === has('lastPaidDt')
      ? []
      : ['The Last Payment needs two columns: its amount and its date. Say which is the other one.']),
  ];
}

/** A row that begins with this is a remark, not a person. */
export const REMARK = '# ';

/** Fields for lists as others keep them; our template has a row for each person, with the names in two columns. */
const NOT_IN_TEMPLATE: ReadonlySet<ImportField> = new Set(
  IMPORT_FIELD_NAMES.filter((field) =>
    /^(fullName|birth(Day|Month|Year)|is(Head|Child|Deceased)|yearPaid|spouse|child)/.test(field),
  ),
);

/** The rows of the template: column names, hints as a remark, and three samples. */
export function templateRows(kind: ImportKind = 'members'): string[][] {
  const fields = FIELDS_OF_KIND[kind].filter((field) => !NOT_IN_TEMPLATE.has(field));
  return [
    fields.map((field) => IMPORT_FIELDS[field].label),
    fields.map((field, index) => (index === 0 ? REMARK : '') + IMPORT_FIELDS[field].explanation),
    ...([0, 1, 2] as const).map((sample) => fields.map((field) => IMPORT_FIELDS[field].samples[sample])),
  ];
}
