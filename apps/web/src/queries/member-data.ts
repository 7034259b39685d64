/** First part of the key of every query whose answer a payment or joining a campaign may change. */
export const MEMBER_DATA = 'member-data';
