/** The fragment of the profile's address that opens the form to save a card. */
export const ADD_CARD = 'add-card';
