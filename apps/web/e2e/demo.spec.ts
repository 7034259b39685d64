import { CARDS, expect, fillCard, mailTo, signInByForm, test, thankYou } from './fixtures.ts';

// The demo data exist once, so this test runs in one project only.
test('the demo member signs in, pays for the linked account too, and is PAID', async ({ page }) => {
  await page.goto('/');
  await page
    .getByRole('link', { name: /sign in/i })
    .first()
    .click();
  await signInByForm(page, 'member@demo.test');
  await expect(page).toHaveURL(/\/my\/overview/);
  await page.goto('/donate');
  const linked = page.getByRole('group', { name: /linked account/i }).getByRole('checkbox');
  await linked.first().check();
  await page.getByRole('radio', { name: /use new credit card/i }).check();
  await fillCard(page, CARDS.good);
  await page.getByRole('button', { name: /continue/i }).click();
  await page.getByRole('button', { name: /donate now/i }).click();
  await expect(thankYou(page)).toBeVisible();
  const total = (
    await page
      .getByText(/^\$[\d,]+\.\d\d$/)
      .last()
      .innerText()
  ).trim();
  const mail = await mailTo(page.request, 'member@demo.test');
  expect(mail.text).toContain(total);
  await page.getByRole('link', { name: /continue/i }).click();
  await expect(page.getByText('PAID').first()).toBeVisible();
  await expect(page.getByText(/nothing is due/i).first()).toBeVisible();
});
