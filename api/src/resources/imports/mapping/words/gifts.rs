//! What headings of files with gifts mean.

use super::Words;
use super::contacts::NUMBER;
use crate::resources::imports::mapping::targets::{FULL_NAME, ORGANIZATION, SAME};

/// The fields of a donor in the row of a gift, each with the field of contacts whose words it has.
pub(in super::super) const DONOR: [(&str, &str); 15] = [
    ("donor_full_name", FULL_NAME),
    ("donor_organization", ORGANIZATION),
    ("donor_fname", "contact_fname"),
    ("donor_lname", "contact_lname"),
    ("donor_title", "contact_title"),
    ("donor_salutation", "contact_salutation"),
    ("donor_birthday", "contact_birthday"),
    ("donor_email", "emails"),
    ("donor_phone", "phones"),
    ("donor_street", "address_street"),
    ("donor_street2", "address_street2"),
    ("donor_city", "address_city"),
    ("donor_state", "address_state"),
    ("donor_postal_code", "address_postal_code"),
    ("donor_country", "address_country"),
];

/// Words that headings have for fields of gifts, besides those of their donors.
pub(in super::super) const TABLE: &[Words] = &[
    Words {
        means: "gift_amount",
        en: "amount giftamount donation donationamount gross total sum value paymentamount contribution \
                grossamount transactionamount amountdonated",
        de: "betrag betrageur betragineur betragineuro spendenbetrag zahlungsbetrag spende summe \
                spendensumme",
        es: "importe importeeur cantidad monto donacion donativo importedonado importedeladonacion",
        fr: "montant montanteur montanteneuros montantdudon montantverse don somme",
        pt: "valor montante quantia donativo doacao valordodonativo valordadoacao",
    },
    Words {
        means: "gift_date",
        en: "date giftdate donationdate datereceived received paymentdate transactiondate createdutc \
                created dateofgift receiveddate depositdate donatedat transactedat transactioncreationdate",
        de: "datum spendendatum zahlungsdatum eingangsdatum zahlungseingang eingegangenam buchungstag \
                buchungsdatum valuta valutadatum wertstellung",
        es: "fecha fechadedonacion fechadeladonacion fechadepago fechadelpago fechadeingreso fechavalor",
        fr: "datedudon datededon datedupaiement datedepaiement dateduversement datedeversement \
                datedoperation datedevaleur",
        pt: "data datadodonativo datadadoacao datadopagamento datadepagamento datavalor",
    },
    Words {
        means: "gift_type",
        en: "type gifttype method paymentmethod paymenttype tender howpaid paidby typeofgift \
                transactionmethod donationtype",
        de: "art typ spendenart zahlart zahlungsart zahlweise zahlungsweise zahlungsweg zahlungsmethode \
                zahlungsmittel",
        es: "tipo tipodedonacion formadepago metododepago mediodepago",
        fr: "modedepaiement moyendepaiement modedereglement modedeversement typededon",
        pt: "tipo tipodedonativo tipodedoacao formadepagamento metododepagamento meiodepagamento",
    },
    Words {
        means: "gift_currency",
        en: "currency currencycode",
        de: "wahrung wahrungscode",
        es: "moneda divisa",
        fr: "devise monnaie",
        pt: "moeda divisa",
    },
    Words {
        means: "gift_status",
        en: "status giftstatus paymentstatus",
        de: "spendenstatus zahlungsstatus",
        es: "estadodeladonacion estadodelpago",
        fr: "statut statutdudon statutdupaiement",
        pt: "estadododonativo estadodopagamento",
    },
    Words {
        means: "gift_fund",
        en: "fund designation purpose generalledger glcode program fundname restrictedto",
        de: "fonds zweck spendenzweck verwendungszweck zweckbindung projekt",
        es: "fondo destino finalidad proyecto",
        fr: "affectation fonds destination projet",
        pt: "fundo destino finalidade projeto projecto",
    },
    Words {
        means: "gift_campaign",
        en: "campaign appeal campaignname appealname drive solicitation campaigntitle",
        de: "kampagne aktion spendenaktion aufruf spendenaufruf",
        es: "campana llamamiento",
        fr: "campagne appelauxdons",
        pt: "campanha apelo",
    },
    Words {
        means: "gift_check_number",
        en: "check checknumber checkno chequenumber chequeno cheque chknumber chkno checkreferenceno",
        de: "scheck schecknummer schecknr",
        es: "numerodecheque numerodelcheque nodecheque ndecheque",
        fr: "numerodecheque numerocheque ndecheque ncheque",
        pt: "numerodecheque numerodocheque nodecheque",
    },
    Words {
        means: "gift_reference",
        en: "reference referencenumber transactionid transactionnumber paymentid receiptnumber receiptid \
                receipt confirmationnumber referenceno",
        de: "referenz referenznummer transaktionsnummer transaktionsid belegnummer belegnr quittungsnummer",
        es: "referencia numerodereferencia numeroderecibo recibo",
        fr: "referencedepaiement numerodetransaction numerodurecu",
        pt: "referencia numerodereferencia numerodorecibo recibo",
    },
    Words {
        means: "gift_memo",
        en: "memo notes note comment comments remarks description giftnotes giftnote giftnarrative \
                donorcomment",
        de: "vermerk notiz notizen bemerkung bemerkungen anmerkung anmerkungen kommentar beschreibung \
                buchungstext betreff",
        es: "nota notas observacion observaciones comentario comentarios descripcion concepto",
        fr: "remarque remarques commentaire commentaires observations libelle motif",
        pt: "nota notas observacao observacoes comentario comentarios descricao descritivo",
    },
    Words {
        means: "gift_external_id",
        en: "giftid donationid externalid giftnumber lglgiftid",
        de: "spendennummer spendennr spendenid",
        es: "numerodedonacion iddedonacion identificadorexterno",
        fr: "numerodudon iddudon identifiantexterne",
        pt: "numerododonativo iddodonativo identificadorexterno",
    },
    Words {
        means: "gift_refunded_on",
        en: "refundedat refundeddateutc refunddate refundedon",
        de: "erstattetam erstattungsdatum",
        es: "reembolsadael fechadereembolso",
        fr: "remboursele datederemboursement",
        pt: "reembolsadaem datadereembolso",
    },
    Words {
        means: "gift_anonymous",
        en: "anonymous anonymousgift anonymousdonation makedonationanonymous",
        de: "anonym anonymespende",
        es: "anonimo anonima donacionanonima",
        fr: "anonyme donanonyme",
        pt: "anonimo anonima",
    },
    Words { means: "gift_tribute_name", en: "tributename honoreename", de: "", es: "", fr: "", pt: "" },
    Words { means: "gift_tribute_type", en: "tributetype dedicationtype", de: "", es: "", fr: "", pt: "" },
    Words {
        means: "gift_receipted_on",
        en: "receiptdate receipted receiptsent",
        de: "quittungsdatum quittungverschicktam spendenquittung zuwendungsbestatigung zuwendungsbestatigungverschicktam",
        es: "fechadelrecibo reciboenviadoel",
        fr: "datedurecu recuenvoyele recufiscal",
        pt: "datadorecibo reciboenviadoem",
    },
    Words {
        means: "gift_thanked_on",
        en: "thanked thankyoudate acknowledged acknowledgementdate acknowledgmentdate thankedon",
        de: "bedankt bedanktam gedanktam dankdatum dankbrief",
        es: "agradecido agradecidael fechadeagradecimiento",
        fr: "remercie remerciele dateduremerciement",
        pt: "agradecido agradecidaem datadeagradecimento",
    },
    NUMBER,
    Words {
        means: "donor_full_name",
        en: "from",
        de: "von auftraggeber einzahler",
        es: "ordenante pagador",
        fr: "payeur donneurdordre",
        pt: "ordenante pagador",
    },
    Words {
        means: "donor_type",
        en: "personororganization personororganisation",
        de: "",
        es: "",
        fr: "",
        pt: "",
    },
    Words { means: SAME, en: "contacthere", de: "", es: "", fr: "", pt: "" },
];
