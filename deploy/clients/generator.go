// Uses the service through a Go client generated with openapi-generator (`deploy/dev clients`).
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"

	client "example.org/almoner/client"
)

func main() {
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Getenv("API_URL") + "/api/v1"}}
	api := client.NewAPIClient(configuration)
	if err := roundTrip(context.WithValue(context.Background(), client.ContextAccessToken, os.Getenv("API_KEY")), api); err != nil {
		log.Fatal(err)
	}
}

func roundTrip(ctx context.Context, api *client.APIClient) error {
	body := client.NewContactCreate("donor")
	body.SetContactLname("Lovelace")
	body.SetTags([]string{"volunteer"})
	body.SetEmails([]client.EmailCreate{*client.NewEmailCreate("ada@lovelace.example")})
	created, _, err := api.ContactsAPI.CreateContact(ctx).ContactCreate(*body).Execute()
	if err != nil {
		return err
	}
	contact := created.Data
	if len(contact.Emails) != 1 || contact.Emails[0].EmailPrimary != 1 {
		return fmt.Errorf("the only address is the primary one: %+v", contact.Emails)
	}

	changes := client.NewContactUpdate()
	changes.SetContactNickname("Countess")
	changed, _, err := api.ContactsAPI.UpdateContact(ctx, contact.Id).ContactUpdate(*changes).Execute()
	if err != nil {
		return err
	}
	read, _, err := api.ContactsAPI.ReadContact(ctx, contact.Id).Execute()
	if err != nil {
		return err
	}
	if changed.Data.GetContactNickname() != "Countess" || read.Data.GetContactNickname() != "Countess" {
		return fmt.Errorf("the contact has no nickname: %+v", read.Data)
	}

	gift := client.NewGiftCreate(1234567.89)
	gift.SetContactId(contact.Id)
	given, _, err := api.GiftsAPI.CreateGift(ctx).GiftCreate(*gift).Execute()
	if err != nil {
		return err
	}
	listed, _, err := api.GiftsAPI.ListGifts(ctx).ContactId([]int64{contact.Id}).Execute()
	if err != nil {
		return err
	}
	if len(listed.Data) != 1 || listed.Data[0].Id != given.Data.Id || listed.Data[0].GiftAmount != 1234567.89 {
		return fmt.Errorf("the gift is not the only one of its contact: %+v", listed.Data)
	}

	webhook := client.NewWebhookCreate("https://hooks.example.org/almoner")
	webhook.SetWebhookEvents([]client.WebhookEvent{"gifts.create"})
	registered, _, err := api.WebhooksAPI.CreateWebhook(ctx).WebhookCreate(*webhook).Execute()
	if err != nil {
		return err
	}
	if !strings.HasPrefix(registered.Data.WebhookSecret, "whsec_") {
		return fmt.Errorf("the webhook has no secret")
	}
	found, _, err := api.WebhooksAPI.ReadWebhook(ctx, registered.Data.Id).Execute()
	if err != nil {
		return err
	}
	if !slices.Equal(found.Data.WebhookEvents, []client.WebhookEvent{"gifts.create"}) {
		return fmt.Errorf("the webhook has other events: %v", found.Data.WebhookEvents)
	}

	_, refused, err := api.ContactsAPI.CreateContact(ctx).ContactCreate(*client.NewContactCreate("donor")).Execute()
	if err == nil || refused == nil || refused.StatusCode != 422 {
		return fmt.Errorf("a contact needs a name, but the answer was %v", refused)
	}
	return nil
}
