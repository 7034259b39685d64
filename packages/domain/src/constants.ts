/** Business constants and limits of the spec's section 9; times in milliseconds unless the name says otherwise. */
export const APP_VERSION = '1.1.13';

export const REQUEST_TIMEOUT_MS = 60_000;
export const OLDER_PAYMENT_TIMEOUT_MS = 50_000;

export const IDLE_SECONDS = 900;
export const IDLE_GRACE_SECONDS = 60;
export const TOKEN_REFRESH_SECONDS = 600;
export const ACCESS_TOKEN_SECONDS = 900;
/** An old user token within this time of its rotation gets another of its family (two tabs); later it revokes it. */
export const USER_TOKEN_REUSE_MS = 30_000;
/** A user token lives this long: a session that nobody refreshes is over. The web refreshes every 600 s. */
export const USER_TOKEN_SECONDS = 1_200;
/** A session ends so long after its sign-in, however often it is refreshed. */
export const SESSION_HOURS = 12;
/** How long a browser is known after its last sign-in. */
export const DEVICE_DAYS = 90;

export const ADDRESS_CONFIRM_DAYS = 60;
/** What a missing address date counts as. */
export const ADDRESS_DATE_MISSING = new Date('2020-01-01T00:00:00.000Z');

export const TOAST_MS = 5_000;
export const RESET_REDIRECT_MS = 10_000;
export const REGISTER_REDIRECT_MS = 2_000;
export const CONFIRM_REDIRECT_MS = 1_000;

export const MEMBER_SEARCH_MIN_CHARS = 3;
export const TYPEAHEAD_DEBOUNCE_MS = 200;
export const TYPEAHEAD_MENU_PX = 300;
export const SEARCH_MAX_RESULTS = 100;

export const DASHBOARD_DONATIONS = 5;
export const DEFAULT_DONATIONS_PAGE = 5;
export const DASHBOARD_PAYMENTS = 3;
export const DEFAULT_PAYMENTS_PAGE = 10;
export const OLDER_LIST_PAGE = 10;
export const MAX_PAGE_SIZE = 100;
export const PAGE_LINKS = 10;
export const PAGE_LINKS_NARROW = 4;
export const NARROW_SCREEN_PX = 1224;

export const NEW_RUN_DAYS = 30;
export const CARD_EXPIRY_YEARS = 12;
export const MINIMUM_AGE = 18;
export const NAME_MAX = 100;

/** Code lifetimes (decisions.md "Identity"). */
export const CONFIRM_CODE_HOURS = 24;
export const RESET_CODE_HOURS = 1;
/** Mails with a code that one e-mail is sent in any hour, of both kinds together. */
export const CODE_MAILS_PER_HOUR = 3;
