/** The fragment of the profile's address that opens the form to keep a card. */
export const ADD_CARD = 'add-card';
