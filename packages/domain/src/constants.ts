/** Business constants and limits of the spec's section 9, and of rules.md. Names of times end in their unit. */
export const APP_VERSION = '1.1.13';

export const REQUEST_TIMEOUT_MS = 60_000;
export const OLDER_PAYMENT_TIMEOUT_MS = 50_000;

export const IDLE_SECONDS = 900;
export const IDLE_GRACE_SECONDS = 60;
export const TOKEN_REFRESH_SECONDS = 600;
export const ACCESS_TOKEN_SECONDS = 900;
/**
 * Within this time after its rotation an old user token gets a new one of its family (two tabs); later it ends the
 * family.
 */
export const USER_TOKEN_REUSE_MS = 30_000;
/** How long a user token lives. The web refreshes it every 600 s; a session that is not refreshed ends. */
export const USER_TOKEN_SECONDS = 1_200;
/** How long after its sign-in a session ends, however often it is refreshed. */
export const SESSION_HOURS = 12;
/** How long after a sign-in, or after the password was typed again, a session may do what asks for it (rules.md "Identity"). */
export const RECENT_SIGN_IN_MINUTES = 15;
/** How long after its last sign-in a browser is recognised by its cookie (decision 013). */
export const DEVICE_DAYS = 90;

export const ADDRESS_CONFIRM_DAYS = 60;
/** The date used where an address has none (spec section 4). */
export const ADDRESS_DATE_MISSING = new Date('2020-01-01T00:00:00.000Z');

/** Above this number of households a preview is counted by a job: who gets a reminder, who shares a collection. */
export const COUNTED_AT_ONCE_MAX = 500;

export const TOAST_MS = 5_000;
export const LOADING_TOAST_MS = 3_000;
export const RESET_REDIRECT_MS = 10_000;
export const REGISTER_REDIRECT_MS = 2_000;
export const CONFIRM_REDIRECT_MS = 1_000;

export const MEMBERSHIP_LIST_PAGE = 15;
export const MEMBER_SEARCH_MIN_CHARS = 3;
/** The minimum number of characters for searching organizations and campaigns (spec section 9, typeahead). */
export const TYPEAHEAD_MIN_CHARS = 2;
export const TYPEAHEAD_DEBOUNCE_MS = 200;
export const TYPEAHEAD_MENU_PX = 300;
export const SEARCH_MAX_RESULTS = 100;
/** A search box applies the typed text after this time, or on Enter (spec section 9). */
export const SEARCH_APPLY_MS = 2_000;
export const MEMBER_LIST_PAGE = 20;
export const CAMPAIGNS_PAGE = 15;

export const DASHBOARD_DONATIONS = 5;
export const DEFAULT_DONATIONS_PAGE = 5;
export const DASHBOARD_PAYMENTS = 3;
export const DEFAULT_PAYMENTS_PAGE = 10;
export const OLDER_LIST_PAGE = 10;
export const RUN_DONATIONS_PAGE = 15;
export const MAX_PAGE_SIZE = 100;
export const PAGE_LINKS = 10;
export const PAGE_LINKS_NARROW = 4;
export const NARROW_SCREEN_PX = 1224;

export const NEW_RUN_DAYS = 30;
export const CARD_EXPIRY_YEARS = 12;
export const MINIMUM_AGE = 18;
export const NAME_MAX = 100;
export const CAMPAIGN_NAME_MAX = 30;
/** The maximum number of dues in one payment. */
export const MAX_PAYMENT_LINES = 100;

/** Code lifetimes (rules.md "Identity"). */
export const CONFIRM_CODE_HOURS = 24;
export const RESET_CODE_HOURS = 1;
/** How many mails with codes one e-mail address gets per hour, confirmations and resets together (decision 013). */
export const CODE_MAILS_PER_HOUR = 3;

/** For this many years of 365 days a letter of coverage is kept, and its number can be checked. */
export const LETTER_YEARS = 2;
